import { createRoute, z } from '@hono/zod-openapi'
import { createPrincipalReader } from '@sluice/auth'
import { apiKeyClient, createControlRecord, SluiceError } from '@sluice/contracts'
import type { StoredApiKey } from '@sluice/db'
import { newId } from '@sluice/service-kit/environment'
import type { FreezeControl } from '@sluice/sessions'
import type { Dependencies } from '../dependencies.ts'
import {
  type ApiKeyLimits,
  apiKeyPath,
  apiKeySchema,
  limitsAfter,
  limitsOf,
  limitsOrderSchema,
  spendingOf,
  viewApiKey,
} from '../wire/api-key-view.ts'
import { jsonBody } from '../wire/freeze-order.ts'
import { freezeReportSchema } from '../wire/freeze-view.ts'
import { findApiKey, requireReach } from './find-api-key.ts'
import { BODY_ERRORS, bearer, errorAnswers, jsonAnswer, type Operation } from './operation.ts'

const changedSchema = z
  .object({
    key: apiKeySchema,
    gateways: freezeReportSchema.shape.gateways
      .optional()
      .describe('Which gateways go by the new limits; absent where none could be told. The others do within a minute.'),
  })
  .openapi('ApiKeyLimitsChanged')

const route = createRoute({
  method: 'post',
  path: '/admin/api-keys/{id}/limits',
  summary: 'Change the limits of an API key',
  description:
    'Who may make the key may change its limits. A limit that is left out stays, and null takes it away. What was spent ' +
    'stays spent. Every gateway is told and confirms it; requests that are under way keep the limits that they came in ' +
    'under. It is on record first, with the limits before and after. A key that was changed meanwhile, or was revoked, is a conflict.',
  security: bearer,
  request: { params: apiKeyPath, body: jsonBody(limitsOrderSchema) },
  responses: {
    200: jsonAnswer('The key as it is now.', changedSchema),
    ...errorAnswers(...BODY_ERRORS, 'not_found', 'conflict', 'audit_unavailable'),
  },
})

export const changeApiKeyLimits: Operation = {
  action: 'change-api-key',
  route,
  add: (app, { apiKeys, freezes, outbox, clock, rolesByGroup }) => {
    app.openapi(route, async (context) => {
      const { id } = context.req.valid('param')
      const order = context.req.valid('json')
      const caller = context.get('caller')
      const stored = await findApiKey(apiKeys, caller, id)
      requireReach(caller, ownerOf(stored, rolesByGroup))
      const { tenant, sub } = stored
      const limits = limitsAfter(limitsOf(stored), order)
      const nowMs = clock.nowMs()
      const record = createControlRecord({
        ...{ id: newId(), event: 'api_key.changed', severity: 'medium', timeMs: nowMs, service: 'admin' },
        ...{ actor: `user:${caller.principal.sub}`, tenant, sub, reason: order.reason },
        requestId: context.get('requestId'),
        details: { key: id, version: order.version + 1, ...detailsOf(limitsOf(stored), limits) },
      })
      const change = {
        ...{ tenant, id, version: order.version },
        ...{ requestsPerMinute: limits.requests_per_minute, spending: spendingOf(limits) },
      }
      const key = await apiKeys.changeLimits(change, async () => void (await outbox.append(record)))
      const gateways = await announce(freezes, stored)
      return context.json({ key: viewApiKey(key, nowMs), ...(gateways && { gateways }) }, 200)
    })
  },
}

/** As the key acts: with the groups that its owner had when it was made. */
function ownerOf({ tenant, sub, groups }: StoredApiKey, rolesByGroup: Dependencies['rolesByGroup']) {
  return createPrincipalReader({ rolesByGroup })({ tid: tenant, sub, groups: [...groups] })
}

/** The limits that there were or are, before and after. */
function detailsOf(before: ApiKeyLimits, after: ApiKeyLimits): Record<string, number | string> {
  const [old, now] = [new Map(Object.entries(before)), new Map(Object.entries(after))]
  const names = [...new Set([...old.keys(), ...now.keys()])]
  return Object.fromEntries(
    names.flatMap((name) => [
      [`${name}_before`, old.get(name) ?? 'none'],
      [`${name}_after`, now.get(name) ?? 'none'],
    ]),
  )
}

/** The change is stored: where gateways cannot be told they find it themselves. */
async function announce(freezes: Pick<FreezeControl, 'announceClient'>, { tenant, sub, id }: StoredApiKey) {
  try {
    const { gateways } = await freezes.announceClient({ tenant, sub, client: apiKeyClient(id) })
    return { ...gateways, missing: [...gateways.missing] }
  } catch (error) {
    if (error instanceof SluiceError && error.code === 'dependency_unavailable') return undefined
    throw error
  }
}
