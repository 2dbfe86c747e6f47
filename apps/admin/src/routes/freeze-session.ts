import { createRoute } from '@hono/zod-openapi'
import { freezeOrderSchema, jsonBody, toFreezeOrder } from '../wire/freeze-order.ts'
import { freezeReportSchema, viewFreezeReport } from '../wire/freeze-view.ts'
import { sessionPath } from '../wire/path.ts'
import { findSession, noSuchSession } from './find-session.ts'
import { BODY_ERRORS, bearer, errorAnswers, jsonAnswer, type Operation } from './operation.ts'

const route = createRoute({
  method: 'post',
  path: '/admin/sessions/{id}/freeze',
  summary: 'Freeze a session',
  description:
    'CISO, SOC Analyst. Open streams of the session end, new requests in it are refused, until it is unfrozen. The ' +
    'user may begin another session: freeze the user to stop that. Freezing what is frozen answers `changed: ' +
    'false`.',
  security: bearer,
  request: { params: sessionPath, body: jsonBody(freezeOrderSchema) },
  responses: {
    200: jsonAnswer('What it did, and which gateways have confirmed it.', freezeReportSchema),
    ...errorAnswers(...BODY_ERRORS, 'not_found'),
  },
})

export const freezeSession: Operation = {
  action: 'freeze-session',
  route,
  add: (app, { freezes, sessions }) => {
    app.openapi(route, async (context) => {
      const caller = context.get('caller')
      const order = toFreezeOrder(context, context.req.valid('json'))
      const { tenant, sub, id: sessionId } = await findSession({ sessions }, caller, context.req.valid('param').id)
      const report = await freezes.freezeSession({ tenant, sub, sessionId }, order)
      if (report === undefined) throw noSuchSession()
      return context.json(viewFreezeReport(report), 200)
    })
  },
}
