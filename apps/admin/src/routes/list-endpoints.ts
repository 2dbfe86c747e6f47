import { createRoute, z } from '@hono/zod-openapi'
import { endpointSchema, endpointsOf } from '../wire/endpoint-view.ts'
import { bearer, errorAnswers, jsonAnswer, type Operation } from './operation.ts'

const route = createRoute({
  method: 'get',
  path: '/admin/endpoints',
  summary: 'See which endpoint may see what, and how each does at each gateway',
  description:
    'CISO, Auditor, AIGO: the endpoints that serve the tenant, as the gateways said in the last minute, which they do every five ' +
    'seconds. Addresses and keys are not among it. Of each gateway the first 200 are known, with 16 models each.',
  security: bearer,
  responses: {
    200: jsonAnswer(
      'The endpoints.',
      z.object({
        data: z.array(endpointSchema),
        complete: z.boolean().describe('False where a gateway has more than it says.'),
      }),
    ),
    ...errorAnswers(),
  },
})

export const listEndpoints: Operation = {
  action: 'list-endpoints',
  route,
  add: (app, { serviceStates, clock }) => {
    app.openapi(route, async (context) => {
      const { tenant } = context.get('caller').principal
      return context.json(endpointsOf(await serviceStates(), tenant, clock.nowMs()), 200)
    })
  },
}
