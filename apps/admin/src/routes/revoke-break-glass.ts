import { createRoute, z } from '@hono/zod-openapi'
import { grantSchema, viewGrant } from '../wire/break-glass-view.ts'
import { jsonBody, reasonSchema } from '../wire/freeze-order.ts'
import { uuidPath } from '../wire/path.ts'
import { actorOf } from './actor-of.ts'
import { BODY_ERRORS, bearer, errorAnswers, jsonAnswer, type Operation } from './operation.ts'

const route = createRoute({
  method: 'post',
  path: '/admin/break-glass/{id}/revoke',
  summary: 'End a break-glass request',
  description: 'Legal Counsel or a CISO, at any time before its end.',
  security: bearer,
  request: { params: uuidPath, body: jsonBody(z.strictObject({ reason: reasonSchema.optional() })) },
  responses: {
    200: jsonAnswer('Ended.', grantSchema),
    ...errorAnswers(...BODY_ERRORS, 'not_found', 'conflict', 'audit_unavailable'),
  },
})

export const revokeBreakGlass: Operation = {
  action: 'revoke-break-glass',
  route,
  add: (app, { breakGlass, clock }) => {
    app.openapi(route, async (context) => {
      const { id } = context.req.valid('param')
      const grant = await breakGlass.revoke(actorOf(context), id, context.req.valid('json').reason)
      return context.json(viewGrant(grant, clock.nowMs()), 200)
    })
  },
}
