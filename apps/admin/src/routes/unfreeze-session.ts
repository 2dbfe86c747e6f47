import { createRoute } from '@hono/zod-openapi'
import { freezeOrderSchema, jsonBody, toFreezeOrder } from '../wire/freeze-order.ts'
import { freezeReportSchema, viewFreezeReport } from '../wire/freeze-view.ts'
import { sessionPath } from '../wire/path.ts'
import { findSession, noSuchSession } from './find-session.ts'
import { BODY_ERRORS, bearer, errorAnswers, jsonAnswer, type Operation } from './operation.ts'

const route = createRoute({
  method: 'post',
  path: '/admin/sessions/{id}/unfreeze',
  summary: 'End the freeze of a session',
  description:
    'CISO. Does not end a freeze of the user: such a session stays frozen. What cannot be recorded for audit does ' +
    'not take place (503, `audit_unavailable`).',
  security: bearer,
  request: { params: sessionPath, body: jsonBody(freezeOrderSchema) },
  responses: {
    200: jsonAnswer('What it did, and which gateways have confirmed it.', freezeReportSchema),
    ...errorAnswers(...BODY_ERRORS, 'not_found', 'audit_unavailable'),
  },
})

export const unfreezeSession: Operation = {
  action: 'unfreeze-session',
  route,
  add: (app, { freezes, sessions }) => {
    app.openapi(route, async (context) => {
      const caller = context.get('caller')
      const order = toFreezeOrder(context, context.req.valid('json'))
      const { tenant, sub, id: sessionId } = await findSession({ sessions }, caller, context.req.valid('param').id)
      const report = await freezes.unfreezeSession({ tenant, sub, sessionId }, order)
      if (report === undefined) throw noSuchSession()
      return context.json(viewFreezeReport(report), 200)
    })
  },
}
