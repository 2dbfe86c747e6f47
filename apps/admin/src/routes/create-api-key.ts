import { createRoute, z } from '@hono/zod-openapi'
import { createPrincipalReader, newApiKey } from '@sluice/auth'
import { createControlRecord, type Principal, SluiceError } from '@sluice/contracts'
import { defined } from '@sluice/service-kit/async'
import { newId } from '@sluice/service-kit/environment'
import type { Caller } from '../access-gate.ts'
import type { Dependencies } from '../dependencies.ts'
import { type ApiKeyOrder, apiKeyOrderSchema, apiKeySchema, spendingOf, viewApiKey } from '../wire/api-key-view.ts'
import { jsonBody } from '../wire/freeze-order.ts'
import { requireReach } from './find-api-key.ts'
import { BODY_ERRORS, bearer, errorAnswers, jsonAnswer, type Operation } from './operation.ts'

/** Good keys of one owner at a time. */
const MAX_KEYS_PER_OWNER = 50
const DAY_MS = 86_400_000

const createdSchema = apiKeySchema
  .extend({ key: z.string().describe('The key itself. It is shown here and never again.') })
  .openapi('NewApiKey')

const route = createRoute({
  method: 'post',
  path: '/admin/api-keys',
  summary: 'Make an API key for a user or a service',
  description:
    'CISO: for anybody. Dept Admin: for who is in departments of their own only and has no role. Key Holder: for themselves. ' +
    'The key acts for its owner at the gateways, and opens nothing here. It is on record first.',
  security: bearer,
  request: { body: jsonBody(apiKeyOrderSchema) },
  responses: {
    201: jsonAnswer('The key, this once.', createdSchema),
    ...errorAnswers(...BODY_ERRORS, 'user_not_found', 'conflict', 'audit_unavailable'),
  },
})

type OwnerDependencies = Pick<Dependencies, 'users' | 'findService' | 'rolesByGroup'>

export const createApiKey: Operation = {
  action: 'create-api-key',
  route,
  add: (app, { apiKeys, outbox, clock, ...dependencies }) => {
    app.openapi(route, async (context) => {
      const order = context.req.valid('json')
      const caller = context.get('caller')
      const owner = await findOwner(dependencies, caller, order)
      requireReach(caller, owner)
      const { id, secretHash, text } = newApiKey()
      const nowMs = clock.nowMs()
      const { tenant, sub, groups, departments } = owner
      const key = {
        ...{ id, tenant, sub, groups, departments, secretHash, name: order.name },
        ...{ models: order.models, wires: order.wires, requestsPerMinute: order.requests_per_minute },
        spending: spendingOf(order),
        createdBy: `user:${caller.principal.sub}`,
        createdAt: new Date(nowMs),
        expiresAt: new Date(nowMs + order.expires_in_days * DAY_MS),
      }
      const record = createControlRecord({
        ...{ id: newId(), event: 'api_key.created', severity: 'medium', timeMs: nowMs, service: 'admin' },
        ...{ actor: key.createdBy, tenant, sub, requestId: context.get('requestId') },
        details: {
          ...{ key: id, expires_at: key.expiresAt.toISOString() },
          ...defined({
            models: order.models?.length,
            wires: order.wires?.join(','),
            requests_per_minute: order.requests_per_minute,
            tokens_per_minute: order.tokens_per_minute,
            tokens_per_day: order.tokens_per_day,
            tokens_per_month: order.tokens_per_month,
            cost_per_day: order.cost_per_day,
            cost_per_month: order.cost_per_month,
          }),
        },
      })
      await apiKeys.insert(key, MAX_KEYS_PER_OWNER, async () => void (await outbox.append(record)))
      const stored = { ...key, limitsVersion: 1, revokedBy: undefined, revokedAt: undefined, lastUsedOn: undefined }
      return context.json({ ...viewApiKey(stored, nowMs), key: text }, 201)
    })
  },
}

/** For whom the key is to act: a user who is active, a service that is configured, or the caller. */
async function findOwner(
  { users, findService, rolesByGroup }: OwnerDependencies,
  { principal }: Caller,
  { user, service }: ApiKeyOrder,
): Promise<Principal> {
  const { tenant } = principal
  const read = createPrincipalReader({ rolesByGroup })
  if (service !== undefined) {
    const identity = findService(tenant, service)
    if (identity === undefined) throw noSuchOwner('service')
    return read({ tid: tenant, sub: service, groups: identity.groups })
  }
  if (user === undefined || user === principal.sub) return principal
  const stored = await users.find(tenant, user)
  if (stored?.active !== true) throw noSuchOwner('user')
  return read({ tid: tenant, sub: user, groups: stored.groups })
}

function noSuchOwner(param: 'user' | 'service'): SluiceError {
  return new SluiceError({ code: 'user_not_found', message: `No such active ${param} is known here.`, param })
}
