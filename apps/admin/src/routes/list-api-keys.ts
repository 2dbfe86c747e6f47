import { createRoute, z } from '@hono/zod-openapi'
import { defined } from '@sluice/service-kit/async'
import { apiKeyPath, apiKeySchema, viewApiKey } from '../wire/api-key-view.ts'
import { wholeNumber } from '../wire/path.ts'
import { findApiKey, mayReachAllKeys, mayReachKey } from './find-api-key.ts'
import { bearer, errorAnswers, jsonAnswer, type Operation } from './operation.ts'

const listRoute = createRoute({
  method: 'get',
  path: '/admin/api-keys',
  summary: 'List API keys, the newest first',
  description:
    'CISO: those of the tenant. Dept Admin: of the own departments, and their own. Key Holder: their own. Keys that were ' +
    'revoked or have expired are among them. A page may hold fewer keys than asked for.',
  security: bearer,
  request: {
    query: z.strictObject({
      limit: wholeNumber(100).default(50).describe('1 to 100.'),
      cursor: apiKeyPath.shape.id.optional().describe('The `next` of the page before.'),
    }),
  },
  responses: {
    200: jsonAnswer(
      'One page.',
      z.object({ data: z.array(apiKeySchema), next: z.string().optional().describe('The `cursor` of the next page.') }),
    ),
    ...errorAnswers('invalid_request'),
  },
})

export const listApiKeys: Operation = {
  action: 'list-api-keys',
  route: listRoute,
  add: (app, { apiKeys, clock }) => {
    app.openapi(listRoute, async (context) => {
      const { limit, cursor } = context.req.valid('query')
      const caller = context.get('caller')
      const { tenant, sub } = caller.principal
      const departments = caller.principal.departments.filter((department) =>
        mayReachKey(caller, { tenant, sub: '', departments: [department] }),
      )
      const reach = mayReachAllKeys(caller) ? undefined : { sub, departments }
      const keys = await apiKeys.list({ tenant, reach, limit, after: cursor })
      const nowMs = clock.nowMs()
      const data = keys.filter((key) => mayReachKey(caller, key)).map((key) => viewApiKey(key, nowMs))
      return context.json({ data, ...defined({ next: keys.length === limit ? keys.at(-1)?.id : undefined }) }, 200)
    })
  },
}

const getRoute = createRoute({
  method: 'get',
  path: '/admin/api-keys/{id}',
  summary: 'Show an API key, without its secret',
  description: 'CISO; Dept Admin: of the own departments; Key Holder: their own.',
  security: bearer,
  request: { params: apiKeyPath },
  responses: { 200: jsonAnswer('The key.', apiKeySchema), ...errorAnswers('not_found', 'invalid_request') },
})

export const getApiKey: Operation = {
  action: 'view-api-key',
  route: getRoute,
  add: (app, { apiKeys, clock }) => {
    app.openapi(getRoute, async (context) => {
      const key = await findApiKey(apiKeys, context.get('caller'), context.req.valid('param').id)
      return context.json(viewApiKey(key, clock.nowMs()), 200)
    })
  },
}
