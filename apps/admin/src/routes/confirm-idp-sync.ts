import { createRoute, z } from '@hono/zod-openapi'
import { jsonBody, reasonSchema } from '../wire/freeze-order.ts'
import { BODY_ERRORS, bearer, errorAnswers, jsonAnswer, type Operation } from './operation.ts'

const confirmationSchema = z
  .strictObject({
    run_id: z.uuid().describe('Of the held plan, as `GET /admin/idp-sync` shows it.'),
    reason: reasonSchema.optional(),
  })
  .openapi('SyncConfirmation')

const confirmedSchema = z
  .object({
    run_id: z.uuid(),
    directory: z.string(),
    revocations: z.int().describe('Users who lose their access, if the next pull still says so.'),
    hastened: z
      .boolean()
      .describe('True where a pull was asked for at once; false where the next one by the clock will do it.'),
  })
  .openapi('SyncConfirmed')

const route = createRoute({
  method: 'post',
  path: '/admin/idp-sync/confirm',
  summary: 'Confirm a pull that was held because it would revoke too many users',
  description:
    'CISO. Its audit record is written first. The next pull applies what of the plan is still true; users who are ' +
    'in the directory again by then keep their access.',
  security: bearer,
  request: { body: jsonBody(confirmationSchema) },
  responses: {
    202: jsonAnswer('Confirmed; the next pull applies it.', confirmedSchema),
    ...errorAnswers(...BODY_ERRORS, 'not_found', 'conflict', 'audit_unavailable'),
  },
})

export const confirmIdpSync: Operation = {
  action: 'confirm-idp-sync',
  route,
  add: (app, { identitySync }) => {
    app.openapi(route, async (context) => {
      const { principal } = context.get('caller')
      const { run_id: runId, reason } = context.req.valid('json')
      const { run, hastened } = await identitySync.confirm({
        runId,
        tenant: principal.tenant,
        actor: `user:${principal.sub}`,
        reason,
        requestId: context.get('requestId'),
      })
      const answer = {
        run_id: runId,
        directory: run.directory,
        revocations: run.counts?.revocations ?? 0,
        hastened,
      }
      return context.json(answer, 202)
    })
  },
}
