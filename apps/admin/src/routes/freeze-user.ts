import { createRoute } from '@hono/zod-openapi'
import { jsonBody, toFreezeOrder, userFreezeOrderSchema } from '../wire/freeze-order.ts'
import { freezeReportSchema, viewFreezeReport } from '../wire/freeze-view.ts'
import { userPath } from '../wire/path.ts'
import { findSubject, noSuchUser } from './find-subject.ts'
import { BODY_ERRORS, bearer, errorAnswers, jsonAnswer, type Operation } from './operation.ts'

const route = createRoute({
  method: 'post',
  path: '/admin/users/{sub}/freeze',
  summary: 'Freeze a user: all sessions, those to come too',
  description:
    'CISO, SOC Analyst. Open streams of the user end and every request is refused, until the user is unfrozen. A ' +
    'subject that is not known is refused, because it may be mistyped; `force: true` freezes it all the same.',
  security: bearer,
  request: { params: userPath, body: jsonBody(userFreezeOrderSchema) },
  responses: {
    200: jsonAnswer('What it did, and which gateways have confirmed it.', freezeReportSchema),
    ...errorAnswers(...BODY_ERRORS, 'user_not_found'),
  },
})

export const freezeUser: Operation = {
  action: 'freeze-user',
  route,
  add: (app, { freezes, sessions, users }) => {
    app.openapi(route, async (context) => {
      const { sub } = context.req.valid('param')
      const { ref, isKnown } = await findSubject({ sessions, users }, context.get('caller'), sub)
      const body = context.req.valid('json')
      if (!isKnown && body.force !== true) throw noSuchUser(' To freeze it all the same, send `force: true`.')
      return context.json(viewFreezeReport(await freezes.freezeUser(ref, toFreezeOrder(context, body))), 200)
    })
  },
}
