import { createRoute, z } from '@hono/zod-openapi'
import { defined } from '@sluice/service-kit/async'
import { grantSchema, originalValueSchema, viewGrant, viewValue } from '../wire/break-glass-view.ts'
import { uuidPath } from '../wire/path.ts'
import { actorOf } from './actor-of.ts'
import { bearer, errorAnswers, jsonAnswer, type Operation } from './operation.ts'

const querySchema = z.strictObject({
  cursor: z.string().min(1).max(64).optional().describe('The `next` of the page before.'),
})

const route = createRoute({
  method: 'get',
  path: '/admin/break-glass/{id}/mappings',
  summary: 'Read the original values of a session',
  description:
    'The two persons of an open request, until it expires or is revoked. Every call is a critical audit record, written ' +
    'before the values leave. A page may hold few values, even none, with more to come: `next` is absent at the end.',
  security: bearer,
  request: { params: uuidPath, query: querySchema },
  responses: {
    200: jsonAnswer(
      'One page.',
      z.object({
        request: grantSchema,
        data: z.array(originalValueSchema),
        expired: z.boolean().describe('Nothing of the session is stored any more: its values have expired.'),
        next: z.string().optional(),
      }),
    ),
    ...errorAnswers('invalid_request', 'not_found', 'conflict', 'layer_failed', 'audit_unavailable'),
  },
})

export const readBreakGlassMappings: Operation = {
  action: 'read-break-glass-mappings',
  route,
  add: (app, { breakGlass, clock }) => {
    app.openapi(route, async (context) => {
      const { id } = context.req.valid('param')
      const page = await breakGlass.reveal(actorOf(context), id, context.req.valid('query').cursor)
      const request = viewGrant(page.grant, clock.nowMs())
      const { values, isExpired: expired, next } = page
      return context.json({ request, data: values.map(viewValue), expired, ...defined({ next }) }, 200)
    })
  },
}
