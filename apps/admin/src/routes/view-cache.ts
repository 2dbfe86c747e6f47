import { createRoute } from '@hono/zod-openapi'
import { cacheSchema, viewCache } from '../wire/cache-view.ts'
import { bearer, errorAnswers, jsonAnswer, type Operation } from './operation.ts'

const route = createRoute({
  method: 'get',
  path: '/admin/cache',
  summary: 'See how answers are remembered, and how much room they take',
  description:
    'CISO, Auditor, AIGO: the store of all tenants, as it is now, and what the gateways said in the last minute of how they use it. How often ' +
    'an answer came from it is in `GET /admin/overview`, and by model in `GET /admin/usage`.',
  security: bearer,
  responses: { 200: jsonAnswer('The cache.', cacheSchema), ...errorAnswers() },
})

export const viewCacheState: Operation = {
  action: 'view-cache',
  route,
  add: (app, { answers, serviceStates }) => {
    app.openapi(route, async (context) => {
      const [measured, states] = await Promise.all([answers.measure(), serviceStates()])
      return context.json(viewCache(measured, states), 200)
    })
  },
}
