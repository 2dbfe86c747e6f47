import { z } from '@hono/zod-openapi'
import { API_KEY_WIRES, isName, NAME_MAX_LENGTH, plainText } from '@sluice/contracts'
import type { StoredApiKey } from '@sluice/db'
import { defined } from '@sluice/service-kit/async'
import { reasonSchema } from './freeze-order.ts'

const MAX_DAYS = 366
const MAX_MODELS = 100
const MAX_REQUESTS_PER_MINUTE = 1_000_000

const models = z.array(plainText(256)).min(1).max(MAX_MODELS)
const wires = z.array(z.enum(API_KEY_WIRES)).min(1).max(API_KEY_WIRES.length)

const tokens = z.int().min(1).max(1_000_000_000_000)
const money = z.number().min(0).max(1_000_000_000)

/** The limits of a key, beside those of its owner; each with what bounds it. */
const LIMITS = {
  requests_per_minute: z.int().min(1).max(MAX_REQUESTS_PER_MINUTE).describe('At all gateways together.'),
  tokens_per_minute: tokens.describe('Tokens of prompts and answers, at all gateways together.'),
  tokens_per_day: tokens.describe('Of a day of UTC.'),
  tokens_per_month: tokens.describe('Of a month of UTC.'),
  cost_per_day: money.describe("In the unit of the currency of the endpoints' prices."),
  cost_per_month: money,
}

const limitsSchema = z.object(LIMITS).partial()

/** The limits of a key as they are written; what is absent has none. */
export type ApiKeyLimits = z.output<typeof limitsSchema>

export const apiKeyStateSchema = z.enum(['active', 'expired', 'revoked'])

/** An API key, without its secret. */
export const apiKeySchema = z
  .object({
    id: z.string().describe('16 hexadecimal digits; it stands in the key, too.'),
    name: z.string(),
    owner: z.string().describe('The `sub` of the user, or of the service identity, for whom it acts.'),
    departments: z.array(z.string()).describe('Those of its owner when it was made; they decide who administers it.'),
    state: apiKeyStateSchema,
    models: z.array(z.string()).optional().describe('Absent: all that its owner may use.'),
    wires: z.array(z.enum(API_KEY_WIRES)).optional().describe('Absent: all.'),
    ...limitsSchema.shape,
    limits_version: z.int().describe('Counts the changes of its limits; 1 as it was made.'),
    created_by: z.string(),
    created_at: z.iso.datetime(),
    expires_at: z.iso.datetime(),
    revoked_by: z.string().optional(),
    revoked_at: z.iso.datetime().optional(),
    last_used_on: z.iso.date().optional().describe('The last day on which a gateway took it.'),
  })
  .openapi('ApiKey')

/** What a key is asked for. */
export const apiKeyOrderSchema = z
  .strictObject({
    name: plainText(100).describe('What it is for, so that people know it in a list. Put nothing secret here.'),
    user: z
      .string()
      .refine(isName)
      .openapi({ maxLength: NAME_MAX_LENGTH })
      .optional()
      .describe('The `sub` of the user for whom it acts; the caller where neither is given.'),
    service: z.string().refine(isName).optional().describe('Or that of a service identity (`SERVICE_IDENTITIES`).'),
    expires_in_days: z.int().min(1).max(MAX_DAYS).default(90),
    models: models.optional().describe('As callers name them. It never opens a model that its owner may not use.'),
    wires: wires.optional(),
    ...limitsSchema.shape,
  })
  .refine(({ user, service }) => user === undefined || service === undefined, {
    message: 'must not be given beside user',
    path: ['service'],
  })
  .openapi('ApiKeyOrder')

export type ApiKeyOrder = z.output<typeof apiKeyOrderSchema>

/** What limits are changed to: each one that is there, with null for no limit. */
export const limitsOrderSchema = z
  .strictObject({
    version: z.int().min(1).describe('The `limits_version` of the key that you have seen.'),
    reason: reasonSchema,
    requests_per_minute: LIMITS.requests_per_minute.nullable().optional(),
    tokens_per_minute: LIMITS.tokens_per_minute.nullable().optional(),
    tokens_per_day: LIMITS.tokens_per_day.nullable().optional(),
    tokens_per_month: LIMITS.tokens_per_month.nullable().optional(),
    cost_per_day: LIMITS.cost_per_day.nullable().optional(),
    cost_per_month: LIMITS.cost_per_month.nullable().optional(),
  })
  .openapi('ApiKeyLimitsOrder')

/** Limits after a change: what the order leaves out stays, and null takes one away. */
export function limitsAfter(limits: ApiKeyLimits, order: z.output<typeof limitsOrderSchema>): ApiKeyLimits {
  const { version, reason, ...changes } = order
  const after = Object.entries({ ...limits, ...defined(changes) }).filter(([, limit]) => limit !== null)
  return limitsSchema.parse(Object.fromEntries(after))
}

/** The limits of a key as it is stored. */
export function limitsOf({ requestsPerMinute, spending }: StoredApiKey): ApiKeyLimits {
  return defined({
    requests_per_minute: requestsPerMinute,
    tokens_per_minute: spending?.tokensPerMinute,
    tokens_per_day: spending?.tokensPerDay,
    tokens_per_month: spending?.tokensPerMonth,
    cost_per_day: spending?.costPerDay,
    cost_per_month: spending?.costPerMonth,
  })
}

/** The limits on tokens and money as they are stored; undefined where there are none. */
export function spendingOf(order: ApiKeyLimits): StoredApiKey['spending'] {
  const limits = defined({
    tokensPerMinute: order.tokens_per_minute,
    tokensPerDay: order.tokens_per_day,
    tokensPerMonth: order.tokens_per_month,
    costPerDay: order.cost_per_day,
    costPerMonth: order.cost_per_month,
  })
  return Object.keys(limits).length === 0 ? undefined : limits
}

/** `{id}` of `/admin/api-keys/{id}`. */
export const apiKeyPath = z.object({ id: z.string().regex(/^[0-9a-f]{16}$/, 'must be 16 hexadecimal digits') })

/** Shows a key as it is at a time, in milliseconds since the Unix epoch. */
export function viewApiKey(key: StoredApiKey, nowMs: number): z.output<typeof apiKeySchema> {
  const { id, name, sub, createdBy, createdAt, expiresAt, revokedBy, revokedAt, lastUsedOn } = key
  return {
    ...{ id, name, owner: sub, departments: [...key.departments], state: stateOf(key, nowMs), created_by: createdBy },
    ...{ created_at: createdAt.toISOString(), expires_at: expiresAt.toISOString() },
    ...limitsOf(key),
    limits_version: key.limitsVersion,
    ...defined({
      models: key.models && [...key.models],
      wires: key.wires && [...key.wires],
      revoked_by: revokedBy,
      revoked_at: revokedAt?.toISOString(),
      last_used_on: lastUsedOn,
    }),
  }
}

function stateOf({ revokedAt, expiresAt }: StoredApiKey, nowMs: number): z.output<typeof apiKeyStateSchema> {
  if (revokedAt !== undefined) return 'revoked'
  return nowMs < expiresAt.getTime() ? 'active' : 'expired'
}
