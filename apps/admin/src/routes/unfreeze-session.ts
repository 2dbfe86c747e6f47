import { createRoute } from '@hono/zod-openapi'
import { freezeReportSchema, viewFreezeReport } from '../wire/freeze-view.ts'
import { orderBody, orderSchema, readBodyAs, toOrder } from '../wire/order.ts'
import { sessionPath } from '../wire/path.ts'
import { findSession, noSuchSession } from './find-session.ts'
import { BODY_ERRORS, bearer, errorAnswers, jsonAnswer, type Operation } from './operation.ts'

export const unfreezeSession: Operation = {
  route: createRoute({
    method: 'post',
    path: '/admin/sessions/{id}/unfreeze',
    summary: 'End the freeze of a session',
    description:
      'CISO. Does not end a freeze of the user: such a session stays frozen. What cannot be recorded for audit does not ' +
      'take place (503, `audit_unavailable`).',
    security: bearer,
    request: { params: sessionPath, body: orderBody(orderSchema) },
    responses: {
      200: jsonAnswer('What it did, and which gateways have confirmed it.', freezeReportSchema),
      ...errorAnswers(...BODY_ERRORS, 'not_found', 'audit_unavailable'),
    },
  }),
  answer: (admin) => async (context) => {
    const { tenant, sub, id: sessionId } = await findSession(admin, context)
    const order = toOrder(context, await readBodyAs(context, orderSchema, admin.maxBodyBytes))
    const report = await admin.freezes.unfreezeSession({ tenant, sub, sessionId }, order)
    if (report === undefined) throw noSuchSession()
    return context.json(viewFreezeReport(report))
  },
}
