import { createRoute } from '@hono/zod-openapi'
import { freezeReportSchema, viewFreezeReport } from '../wire/freeze-view.ts'
import { orderBody, orderSchema, readBodyAs, toOrder } from '../wire/order.ts'
import { userPath } from '../wire/path.ts'
import { findSubject, noSuchUser } from './find-subject.ts'
import { BODY_ERRORS, bearer, errorAnswers, jsonAnswer, type Operation } from './operation.ts'

export const unfreezeUser: Operation = {
  route: createRoute({
    method: 'post',
    path: '/admin/users/{sub}/unfreeze',
    summary: 'End the freeze of a user',
    description:
      'CISO. Sessions that were frozen one by one stay so, and a user who is not active in the Users store stays out. What ' +
      'cannot be recorded for audit does not take place (503, `audit_unavailable`).',
    security: bearer,
    request: { params: userPath, body: orderBody(orderSchema) },
    responses: {
      200: jsonAnswer('What it did, and which gateways have confirmed it.', freezeReportSchema),
      ...errorAnswers(...BODY_ERRORS, 'user_not_found', 'audit_unavailable'),
    },
  }),
  answer: (admin) => async (context) => {
    const { ref, isKnown } = await findSubject(admin, context)
    const body = await readBodyAs(context, orderSchema, admin.maxBodyBytes)
    if (!isKnown) throw noSuchUser()
    return context.json(viewFreezeReport(await admin.freezes.unfreezeUser(ref, toOrder(context, body))))
  },
}
