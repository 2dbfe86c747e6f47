import { createRoute } from '@hono/zod-openapi'
import { freezeReportSchema, viewFreezeReport } from '../wire/freeze-view.ts'
import { orderBody, orderSchema, readBodyAs, toOrder } from '../wire/order.ts'
import { sessionPath } from '../wire/path.ts'
import { findSession, noSuchSession } from './find-session.ts'
import { BODY_ERRORS, bearer, errorAnswers, jsonAnswer, type Operation } from './operation.ts'

export const freezeSession: Operation = {
  route: createRoute({
    method: 'post',
    path: '/admin/sessions/{id}/freeze',
    summary: 'Freeze a session',
    description:
      'CISO, SOC Analyst. Open streams of the session end, new requests in it are refused, until it is unfrozen. The user ' +
      'may begin another session: freeze the user to stop that. Freezing what is frozen answers `changed: false`.',
    security: bearer,
    request: { params: sessionPath, body: orderBody(orderSchema) },
    responses: {
      200: jsonAnswer('What it did, and which gateways have confirmed it.', freezeReportSchema),
      ...errorAnswers(...BODY_ERRORS, 'not_found'),
    },
  }),
  answer: (admin) => async (context) => {
    const { tenant, sub, id: sessionId } = await findSession(admin, context)
    const order = toOrder(context, await readBodyAs(context, orderSchema, admin.maxBodyBytes))
    const report = await admin.freezes.freezeSession({ tenant, sub, sessionId }, order)
    if (report === undefined) throw noSuchSession()
    return context.json(viewFreezeReport(report))
  },
}
