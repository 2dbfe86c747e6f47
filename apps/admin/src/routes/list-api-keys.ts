import { createRoute, z } from '@hono/zod-openapi'
import { NAME_MAX_LENGTH, plainText } from '@sluice/contracts'
import { defined } from '@sluice/service-kit/async'
import { takenBudgets } from '../limits/taken-budgets.ts'
import { windowsAt } from '../limits/windows-at.ts'
import { apiKeyPath, apiKeySchema, apiKeyStateSchema, viewApiKey } from '../wire/api-key-view.ts'
import { wholeNumber } from '../wire/path.ts'
import { takenSchema, usedByCurrencySchema, viewTaken, viewUsedOf } from '../wire/user-limits-view.ts'
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
      owner: plainText(NAME_MAX_LENGTH).optional().describe('The `sub` of the user or service, whole.'),
      department: plainText(NAME_MAX_LENGTH).optional(),
      state: apiKeyStateSchema.optional(),
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
      const { limit, cursor, owner, department, state: is } = context.req.valid('query')
      const caller = context.get('caller')
      const { tenant, sub } = caller.principal
      const departments = caller.principal.departments.filter((department) =>
        mayReachKey(caller, { tenant, sub: '', departments: [department] }),
      )
      const reach = mayReachAllKeys(caller) ? undefined : { sub, departments }
      const nowMs = clock.nowMs()
      const state = is && { is, at: new Date(nowMs) }
      const keys = await apiKeys.list({ tenant, reach, owner, department, state, limit, after: cursor })
      const data = keys.filter((key) => mayReachKey(caller, key)).map((key) => viewApiKey(key, nowMs))
      return context.json({ data, ...defined({ next: keys.length === limit ? keys.at(-1)?.id : undefined }) }, 200)
    })
  },
}

const detailSchema = apiKeySchema
  .extend({
    taken: takenSchema,
    used: usedByCurrencySchema.describe(
      'What was used with it, up to some seconds ago; what is under way is not in it.',
    ),
  })
  .openapi('ApiKeyDetail')

const getRoute = createRoute({
  method: 'get',
  path: '/admin/api-keys/{id}',
  summary: 'Show an API key, without its secret, and what was used with it',
  description:
    'CISO; Dept Admin: of the own departments; Key Holder: their own. That somebody has looked is on record: once a minute for each person.',
  security: bearer,
  request: { params: apiKeyPath },
  responses: {
    200: jsonAnswer('The key.', detailSchema),
    ...errorAnswers('not_found', 'invalid_request', 'audit_unavailable'),
  },
})

export const getApiKey: Operation = {
  action: 'view-api-key',
  route: getRoute,
  add: (app, { apiKeys, usage, readBudgets, readRecords, clock }) => {
    app.openapi(getRoute, async (context) => {
      const caller = context.get('caller')
      const key = await findApiKey(apiKeys, caller, context.req.valid('param').id)
      await readRecords.note('usage.read', caller.principal, context.get('requestId'))
      const { tenant, sub, id, spending = {} } = key
      const nowMs = clock.nowMs()
      const [[taken = {}], used] = await Promise.all([
        takenBudgets(readBudgets, [{ scope: 'key', tenant, name: id, limits: spending }], nowMs),
        usage.usedBy({ tenant, sub, apiKey: id }, windowsAt(nowMs)),
      ])
      return context.json({ ...viewApiKey(key, nowMs), taken: viewTaken(taken), used: used.map(viewUsedOf) }, 200)
    })
  },
}
