import { createRoute, z } from '@hono/zod-openapi'
import { defined } from '@sluice/service-kit/async'
import { freezeStateSchema, stateSchema, viewFreezeState } from '../wire/freeze-view.ts'
import { userPath } from '../wire/path.ts'
import { userViewSchema } from '../wire/session-view.ts'
import { findKnownSubject } from './find-subject.ts'
import { bearer, errorAnswers, jsonAnswer, type Operation } from './operation.ts'

const userFreezeSchema = z
  .object({
    tenant: z.string(),
    user: userViewSchema,
    state: stateSchema,
    sessions: z.int().describe('Sessions that have not ended, frozen ones included.'),
    freeze: freezeStateSchema.optional().describe('The last freeze or unfreeze; absent where there was none.'),
    gateways: z
      .object({
        acknowledged: z.array(z.string()).describe('The ids of those that have confirmed it.'),
        missing: z.array(z.string()).describe('Those that have not; each stops by itself when its lease runs out.'),
      })
      .optional()
      .describe('What the gateways have said to the last freeze or unfreeze; absent a minute after it.'),
  })
  .openapi('UserFreeze')

const route = createRoute({
  method: 'get',
  path: '/admin/users/{sub}/freeze',
  summary: 'See whether a user is frozen',
  description: 'CISO, SOC Analyst. `{sub}` is claim `sub` of the user, percent-encoded.',
  security: bearer,
  request: { params: userPath },
  responses: {
    200: jsonAnswer('The user.', userFreezeSchema),
    ...errorAnswers('invalid_request', 'user_not_found', 'audit_unavailable'),
  },
})

export const getUserFreeze: Operation = {
  action: 'view-user-freeze',
  route,
  add: (app, { sessions, users, readRecords }) => {
    app.openapi(route, async (context) => {
      const { sub } = context.req.valid('param')
      await readRecords.note('sessions.read', context.get('caller').principal, context.get('requestId'))
      const { ref, username, ...found } = await findKnownSubject({ sessions, users }, context.get('caller'), sub)
      const { freezeState } = found
      const said = await sessions.acknowledgements(ref)
      const gateways = said && { acknowledged: [...said.acknowledged], missing: [...said.missing] }
      const answer = {
        tenant: ref.tenant,
        user: { sub: ref.sub, ...defined({ username }) },
        state: freezeState?.state ?? 'active',
        sessions: found.sessions,
        ...defined({ freeze: freezeState && viewFreezeState(freezeState), gateways }),
      }
      return context.json(answer, 200)
    })
  },
}
