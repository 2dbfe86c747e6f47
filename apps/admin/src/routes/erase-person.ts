import { createRoute, z } from '@hono/zod-openapi'
import { isName, SluiceError } from '@sluice/contracts'
import { jsonBody, reasonSchema } from '../wire/freeze-order.ts'
import { BODY_ERRORS, bearer, errorAnswers, jsonAnswer, type Operation } from './operation.ts'

const orderSchema = z
  .strictObject({
    user: z.string().refine(isName).optional().describe('The `sub` of the person.'),
    session_id: z.int().min(1).max(Number.MAX_SAFE_INTEGER).optional().describe('Or one session.'),
    reason: reasonSchema,
  })
  .refine(({ user, session_id }) => (user === undefined) !== (session_id === undefined), {
    message: 'must name either a user or a session',
    path: ['user'],
  })
  .openapi('ErasureOrder')

const erasureSchema = z
  .object({
    id: z.string().describe('Of the record of the erasure.'),
    erased: z.int().describe('Records of the audit trail that were destroyed.'),
    keys: z.int().describe('Sessions whose keys were destroyed.'),
    sessions: z.int().describe('Sessions that were ended.'),
    mappings: z.int().describe('Sessions whose stored values were deleted.'),
    responses: z.int().describe('Kept responses that were deleted.'),
    approvals: z.int().describe('Held requests, and answers that waited, whose contents were destroyed.'),
  })
  .openapi('Erasure')

const route = createRoute({
  method: 'post',
  path: '/admin/erasures',
  summary: 'Erase a person, or one session',
  description:
    'Legal Counsel. Destroys the keys of the sessions of a user of the tenant, or of one session, and with them everything ' +
    'that was sealed with them, wherever a copy of it lies: what tokens stand for, held requests, kept responses. Ends ' +
    'those sessions. Destroys the records about them, and the salts of their commitments: what was recorded cannot be ' +
    'told any more, and that something was recorded can. The security keys of a person are removed. Refused with 409 ' +
    'under a legal hold. It cannot be taken back, and can be repeated. It is on record, without the name of the ' +
    'person. Oneself is erased by somebody else.',
  security: bearer,
  request: { body: jsonBody(orderSchema) },
  responses: {
    200: jsonAnswer('What was erased.', erasureSchema),
    ...errorAnswers(...BODY_ERRORS, 'conflict', 'not_found', 'audit_unavailable'),
  },
})

export const erasePerson: Operation = {
  action: 'erase-person',
  route,
  add: (app, { erasures }) => {
    app.openapi(route, async (context) => {
      const { user, session_id: sessionId, reason } = context.req.valid('json')
      const { tenant, sub: counsel } = context.get('caller').principal
      const sub = user ?? (await erasures.subjectOf(tenant, sessionId ?? 0))
      if (sub === counsel) throw new SluiceError({ code: 'action_not_permitted', message: 'Nobody erases their own.' })
      const order = { actor: `user:${counsel}`, reason, requestId: context.get('requestId') }
      const { records, ...destroyed } = await erasures.erase({ tenant, sub, sessionId }, order)
      return context.json({ ...destroyed, erased: records }, 200)
    })
  },
}
