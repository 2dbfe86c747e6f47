import { createRoute, z } from '@hono/zod-openapi'
import { createControlRecord, isName } from '@sluice/contracts'
import { defined } from '@sluice/service-kit/async'
import { newId } from '@sluice/service-kit/environment'
import { jsonBody, reasonSchema } from '../wire/freeze-order.ts'
import { findKnownSubject } from './find-subject.ts'
import { BODY_ERRORS, bearer, errorAnswers, jsonAnswer, type Operation } from './operation.ts'

const orderSchema = z
  .strictObject({
    user: z.string().refine(isName).optional().describe('The `sub` of a user; the whole tenant without it.'),
    reason: reasonSchema,
  })
  .openapi('ForgetOrder')

const route = createRoute({
  method: 'post',
  path: '/admin/cache/forget',
  summary: 'Forget the remembered answers of the tenant, or of one user',
  description:
    'CISO, AIGO. Once this is answered no gateway looks up one that was remembered before, and none remembers one that ' +
    'it began to ask for before; what a gateway has already found goes on to its caller. It is on record first. Where ' +
    'it fails, some may be forgotten: ask again.',
  security: bearer,
  request: { body: jsonBody(orderSchema) },
  responses: {
    200: jsonAnswer('They are forgotten.', orderSchema.pick({ user: true })),
    ...errorAnswers(...BODY_ERRORS, 'user_not_found', 'audit_unavailable'),
  },
})

export const forgetAnswers: Operation = {
  action: 'forget-answers',
  route,
  add: (app, { answers, users, sessions, outbox, clock }) => {
    app.openapi(route, async (context) => {
      const { user, reason } = context.req.valid('json')
      const caller = context.get('caller')
      const { tenant, sub: actor } = caller.principal
      // A name that was mistyped would be forgotten in vain.
      if (user !== undefined) await findKnownSubject({ users, sessions }, caller, user)
      await outbox.append(
        createControlRecord({
          ...{ id: newId(), event: 'answers.forgotten', severity: 'medium', timeMs: clock.nowMs(), service: 'admin' },
          ...{ actor: `user:${actor}`, tenant, sub: user, reason, requestId: context.get('requestId') },
        }),
      )
      await answers.forget({ tenant, sub: user })
      return context.json(defined({ user }), 200)
    })
  },
}
