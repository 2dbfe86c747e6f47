import { createRoute } from '@hono/zod-openapi'
import { freezeOrderSchema, jsonBody, toFreezeOrder } from '../wire/freeze-order.ts'
import { freezeReportSchema, viewFreezeReport } from '../wire/freeze-view.ts'
import { userPath } from '../wire/path.ts'
import { findKnownSubject } from './find-subject.ts'
import { BODY_ERRORS, bearer, errorAnswers, jsonAnswer, type Operation } from './operation.ts'

const route = createRoute({
  method: 'post',
  path: '/admin/users/{sub}/unfreeze',
  summary: 'End the freeze of a user',
  description:
    'CISO. Sessions that were frozen one by one stay so, and a user who is not active in the Users store stays ' +
    'out. What cannot be recorded for audit does not take place (503, `audit_unavailable`).',
  security: bearer,
  request: { params: userPath, body: jsonBody(freezeOrderSchema) },
  responses: {
    200: jsonAnswer('What it did, and which gateways have confirmed it.', freezeReportSchema),
    ...errorAnswers(...BODY_ERRORS, 'user_not_found', 'audit_unavailable'),
  },
})

export const unfreezeUser: Operation = {
  action: 'unfreeze-user',
  route,
  add: (app, { freezes, sessions, users }) => {
    app.openapi(route, async (context) => {
      const { sub } = context.req.valid('param')
      const { ref } = await findKnownSubject({ sessions, users }, context.get('caller'), sub)
      const order = toFreezeOrder(context, context.req.valid('json'))
      return context.json(viewFreezeReport(await freezes.unfreezeUser(ref, order)), 200)
    })
  },
}
