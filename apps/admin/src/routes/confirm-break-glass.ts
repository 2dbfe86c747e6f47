import { createRoute, z } from '@hono/zod-openapi'
import { grantSchema, viewGrant } from '../wire/break-glass-view.ts'
import { jsonBody, reasonSchema } from '../wire/freeze-order.ts'
import { uuidPath } from '../wire/path.ts'
import { actorOf } from './actor-of.ts'
import { BODY_ERRORS, bearer, errorAnswers, jsonAnswer, type Operation } from './operation.ts'

const route = createRoute({
  method: 'post',
  path: '/admin/break-glass/{id}/confirm',
  summary: 'Turn the second key',
  description: 'Legal Counsel or a CISO: a person of the other role than the one who has opened it, within 15 minutes.',
  security: bearer,
  request: { params: uuidPath, body: jsonBody(z.strictObject({ reason: reasonSchema.optional() })) },
  responses: {
    200: jsonAnswer('Open: the two may read.', grantSchema),
    ...errorAnswers(...BODY_ERRORS, 'not_found', 'conflict', 'audit_unavailable'),
  },
})

export const confirmBreakGlass: Operation = {
  action: 'confirm-break-glass',
  route,
  add: (app, { breakGlass, clock }) => {
    app.openapi(route, async (context) => {
      const { id } = context.req.valid('param')
      const grant = await breakGlass.confirm(actorOf(context), id, context.req.valid('json').reason)
      return context.json(viewGrant(grant, clock.nowMs()), 200)
    })
  },
}
