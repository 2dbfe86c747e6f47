import { hash } from 'node:crypto'
import { DEFAULT_TENANT, type Principal, SluiceError } from '@sluice/contracts'
import { costOf, type PriceOfTokens, type Reservation, type UsedTokens } from '@sluice/pipeline/ports'
import { createLevelPolicy, type PolicyConfig } from '@sluice/policy'
import { CommandBatcher, createRedis, waitForRedis } from '@sluice/redis'
import { type RedisLease, startRedis } from '@sluice/testkit'
import * as fc from 'fast-check'
import type { Redis } from 'ioredis'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createRedisLeaseStore, type LeaseStore } from './lease-store.ts'
import type { SpendingKey, WrittenLimits } from './spending-limits.ts'
import { Spendings, type TokensLeft } from './spendings.ts'

let server: RedisLease
let redis: Redis
let leases: LeaseStore
let prefixes = 0
const opened: Spendings[] = []

beforeAll(async () => {
  server = await startRedis()
  redis = createRedis(server.url, { commandTimeoutMs: 5_000 })
  await waitForRedis(redis, 10_000)
}, 300_000)
afterAll(async () => {
  redis?.disconnect()
  await server?.stop()
})
afterEach(async () => {
  await Promise.all(opened.splice(0).map((one) => one.close()))
})

/** Who asks at which gateway, or of which endpoint it is asked. */
interface Caller extends Partial<Principal> {
  readonly at?: number
  readonly key?: SpendingKey
  readonly endpoint?: { readonly name: string; readonly tenant?: string; readonly limits: WrittenLimits }
}

/** Ten minutes before a day and a month end. */
const LATE_MS = Date.UTC(2026, 10, 30, 23, 50)

/** Gateways over one Redis and one clock, with limits. */
function open(quotas: PolicyConfig['quotas'], gateways = 1, store?: LeaseStore) {
  const clock = { now: LATE_MS, nowMs: () => clock.now, monotonicMs: () => clock.now }
  leases = store ?? createRedisLeaseStore(new CommandBatcher(redis), `test${prefixes++}:`)
  const refused: string[] = []
  const left: TokensLeft[] = []
  const policy = createLevelPolicy({ clearances: {}, quotas }).current(DEFAULT_TENANT)
  const all = Array.from({ length: gateways }, () => {
    const spendings = new Spendings({
      ...{ clock, leases, liveGateways: () => gateways },
      onRefused: ({ scope, limit }) => void refused.push(`${scope} ${limit}`),
    })
    opened.push(spendings)
    return spendings
  })
  const reserve = async (
    tokens: { readonly input?: number; readonly output?: number; readonly price?: PriceOfTokens },
    { at = 0, key, endpoint, ...caller }: Caller = {},
  ): Promise<Reservation> => {
    const estimate = { outputTokens: tokens.output ?? 0, price: tokens.price }
    const { name = '', tenant, limits = {} } = endpoint ?? {}
    const budget = all[at]?.ofEndpoint(name, tenant, limits)
    if (endpoint !== undefined && budget !== undefined) return await budget.reserve(tokens.input ?? 0, estimate)

    const principal: Principal = {
      ...{ tenant: DEFAULT_TENANT, sub: 's', username: 's', groups: [], roles: [], departments: [], client: 'c' },
      ...caller,
    }
    const spending = all[at]?.of(principal, policy, (tokens.input ?? 0) * 4, (one) => void left.push(one), key)
    if (spending === undefined) throw new Error('There is no such gateway.')
    return await spending.reserve(estimate)
  }
  return { clock, refused, left, reserve, all, policy }
}

const used = (input: number, output = 0, cachedInput = 0): UsedTokens => ({
  ...{ input, cachedInput, output, isEstimated: false },
})
const price: PriceOfTokens = { inputMicros: 2_000_000, outputMicros: 10_000_000, cachedInputMicros: 200_000 }

/** What is leased or spent in all of a budget of tokens, in the store of the gateways that were opened last. */
async function accountOf(scope: string, caller: Caller, window: string): Promise<number> {
  const { tenant = DEFAULT_TENANT, sub = 's', departments = [], key, endpoint } = caller
  const names = { user: sub, department: departments[0], tenant, key: key?.id, endpoint: endpoint?.name }
  const name = new Map(Object.entries(names)).get(scope)
  const owner = scope === 'endpoint' ? '' : tenant
  const day = new Date(LATE_MS).toISOString().slice(0, window === 'Day' ? 10 : 7)
  const id = `${scope}\n${owner}\n${name}\ntokensPer${window}\n${day}`
  return Number(await redis.get(`test${prefixes - 1}:budget:${hash('sha256', id, 'base64url')}`))
}

/** The refusal that a promise ends with. */
async function refusalOf(promise: Promise<unknown>) {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (error instanceof SluiceError) return error.refusal
  throw error ?? new Error('It was not refused.')
}

it('asks nothing of callers without limits', () => {
  const { all, policy } = open(undefined)
  const caller = { sub: 's', username: 's', groups: [], roles: [], departments: [], client: 'c' }
  const told = () => expect.unreachable()
  const spending = all[0]?.of({ tenant: DEFAULT_TENANT, ...caller }, policy, 100, told)
  // Not a promise: nothing was waited for.
  expect(spending?.reserve({ outputTokens: 1e15, price })).toMatchObject({ inputTokens: 25 })
})

describe('tokens of a minute', () => {
  it('are set aside by estimate, charged by use, and told', async () => {
    const { reserve, left, clock, refused } = open({ default: { tokensPerMinute: 1_000 } })
    const first = await reserve({ input: 300, output: 500 })
    expect(left.at(-1)).toEqual({ limit: 1_000, remaining: 200, untilFullMs: 48_000, fullAtMs: LATE_MS + 48_000 })
    expect(await refusalOf(reserve({ input: 300 }))).toEqual({
      code: 'rate_limit_exceeded',
      message: 'Too many tokens: the limit of your user is 1000 tokens a minute. Try again in 6 s.',
      retryAfterSeconds: 6,
    })
    first.settle(used(300, 100), undefined)
    first.settle(used(9_000), undefined)
    await reserve({ input: 600 })
    expect(left.at(-1)?.remaining).toBe(0)
    clock.now += 30_000
    await reserve({ input: 500 })
    expect(refused).toEqual(['user tokensPerMinute'])
  })

  it('are shared by the gateways, and one request may take all of a share', async () => {
    const { reserve } = open({ default: { tokensPerMinute: 1_000 } }, 2)
    await reserve({ input: 9_000 })
    expect(await refusalOf(reserve({ input: 1 }))).toMatchObject({ code: 'rate_limit_exceeded' })
    await reserve({ input: 500 }, { at: 1 })
  })

  it('that an answer needs beyond its estimate are owed', async () => {
    const { reserve, clock } = open({ default: { tokensPerMinute: 600 } })
    ;(await reserve({ input: 10 })).settle(used(10, 1_190), undefined)
    clock.now += 59_000
    expect(await refusalOf(reserve({ input: 1 }))).toMatchObject({ code: 'rate_limit_exceeded' })
    clock.now += 2_000
    await reserve({ input: 1 })
  })
})

describe('a budget', () => {
  it('is charged by what answers cost, and refuses what it may not cover until its window ends', async () => {
    const { reserve, clock, refused } = open({ default: { costPerDay: 0.01 } })
    // 1,000 and 500 tokens: 2,000 + 5,000 millionths.
    const first = await reserve({ input: 1_000, output: 500, price })
    expect(await refusalOf(reserve({ input: 1_000, output: 500, price }))).toEqual({
      code: 'budget_exceeded',
      message:
        'Too little is left of the budget for this request: the limit of your user is 0.01 a day. It begins anew at 2026-12-01T00:00:00Z.',
    })
    first.settle(used(1_000, 100, 800), price)
    // 200 x 2 + 800 x 0.2 + 100 x 10 are 1,560.
    await reserve({ input: 1_000, output: 500, price })
    expect(refused).toEqual(['user costPerDay'])
    clock.now += 601_000
    await reserve({ input: 1_000, output: 500, price })
  })

  it('of the department is that of all its users, at every gateway; the first limit that is hit wins', async () => {
    const quotas = { default: { tokensPerDay: 800 }, byDepartment: { sales: { tokensPerMonth: 1_000 } } }
    const { reserve } = open(quotas, 2)
    ;(await reserve({ input: 600 }, { sub: 'a', departments: ['sales'] })).settle(used(600), undefined)
    expect(await refusalOf(reserve({ input: 600 }, { sub: 'a', departments: ['sales'], at: 1 }))).toMatchObject({
      code: 'budget_exceeded',
      message: expect.stringContaining('your user is 800 tokens a day'),
    })
    expect(await refusalOf(reserve({ input: 600 }, { sub: 'b', departments: ['sales'], at: 1 }))).toMatchObject({
      message: expect.stringContaining('your department sales is 1000 tokens a month'),
    })
    await reserve({ input: 600 }, { sub: 'b', at: 1 })
  })

  it('is not charged for what nobody has answered', async () => {
    const { reserve } = open({ default: { tokensPerDay: 100 } })
    ;(await reserve({ input: 100 })).settle(undefined, undefined)
    await reserve({ input: 100 })
  })

  it('refuses while Redis cannot say what is left, and spends what it has leased', async () => {
    const store: LeaseStore & { isAway: boolean } = {
      isAway: false,
      lease: async ({ wanted }) => {
        if (store.isAway) throw new SluiceError('dependency_unavailable')
        return wanted
      },
    }
    const { reserve } = open({ default: { tokensPerDay: 10_000 } }, 1, store)
    await reserve({ input: 10 })
    store.isAway = true
    await reserve({ input: 10 })
    expect(await refusalOf(reserve({ input: 5_000 }))).toEqual({ code: 'dependency_unavailable' })
    store.isAway = false
    await reserve({ input: 5_000 })
  })

  it('gets back what a gateway has leased and nobody uses', async () => {
    const { reserve, all, clock } = open({ default: { tokensPerDay: 100 } }, 2)
    ;(await reserve({ input: 100 })).settle(used(10), undefined)
    expect(await refusalOf(reserve({ input: 50 }, { at: 1 }))).toMatchObject({ code: 'budget_exceeded' })
    clock.now += 60_000
    all[0]?.sweep()
    await expect
      .poll(() =>
        reserve({ input: 90 }, { at: 1 }).then(
          () => true,
          () => false,
        ),
      )
      .toBe(true)
    expect(await refusalOf(reserve({ input: 1 }))).toMatchObject({ code: 'budget_exceeded' })
  })

  it('leases of many at once what each needs', async () => {
    const { reserve } = open({ default: { tokensPerDay: 1_000 } })
    await Promise.all(Array.from({ length: 10 }, () => reserve({ input: 100 })))
    expect(await refusalOf(reserve({ input: 1 }))).toMatchObject({ code: 'budget_exceeded' })
  })
})

describe('the budgets of an API key', () => {
  it('stand beside those of its owner, for all its requests at every gateway', async () => {
    const key = { id: 'k1', spending: { tokensPerDay: 500 } }
    const { reserve, refused } = open({ default: { tokensPerDay: 2_000 } }, 2)
    await reserve({ input: 400 }, { key })
    expect(await refusalOf(reserve({ input: 400 }, { key, at: 1 }))).toMatchObject({
      code: 'budget_exceeded',
      message: expect.stringContaining('the limit of your API key k1 is 500 tokens a day.'),
    })
    // Another key, or none, has what its owner has.
    await reserve({ input: 400 }, { key: { id: 'k2', spending: { tokensPerDay: 500 } }, at: 1 })
    await reserve({ input: 900 }, { key: { id: 'k3' }, at: 1 })
    expect(refused).toEqual(['key tokensPerDay'])
  })

  it('hold where the owner has none, and tell of all limits the one of which the least is left', async () => {
    const key = { id: 'k1', spending: { tokensPerMinute: 1_000, costPerMonth: 1 } }
    const { reserve, left } = open(undefined)
    await reserve({ input: 300 }, { key })
    expect(left).toMatchObject([{ limit: 1_000, remaining: 700 }])
    const both = open({ default: { tokensPerMinute: 5_000 }, byTenant: { '*': { tokensPerMinute: 50_000 } } })
    await both.reserve({ input: 300 }, { key, tenant: 'acme' })
    expect(both.left.at(-1)).toMatchObject({ limit: 1_000, remaining: 700 })
  })
})

describe('the budgets of an endpoint', () => {
  const endpoint = { name: 'large', limits: { tokensPerMinute: 1_000, costPerDay: 0.01 } }

  it('are those of all callers at every gateway, told to none of them', async () => {
    const { reserve, left, refused } = open(undefined, 2)
    await reserve({ input: 200, output: 200, price }, { endpoint })
    await reserve({ input: 200, output: 200, price }, { endpoint, at: 1 })
    await reserve({ input: 50, output: 50, price }, { endpoint, at: 1 })
    // 2,400 and 2,400 and 600 millionths are set aside.
    expect(await refusalOf(reserve({ input: 200, output: 200, price }, { endpoint }))).toEqual({
      code: 'rate_limit_exceeded',
      message: 'The model endpoint is sent no more tokens this minute. Try again in 36 s.',
      retryAfterSeconds: 36,
    })
    const dear = { ...price, outputMicros: 100_000_000 }
    expect(await refusalOf(reserve({ input: 10, output: 90, price: dear }, { endpoint }))).toEqual({
      code: 'budget_exceeded',
      message:
        'Too little is left of the budget of the model endpoint for this request. It begins anew at 2026-12-01T00:00:00Z.',
    })
    expect(left).toEqual([])
    expect(refused).toEqual(['endpoint tokensPerMinute', 'endpoint costPerDay'])
  })

  it('are apart for each endpoint, and for a tenant with a key of its own', async () => {
    const { reserve } = open(undefined)
    const limits = { tokensPerDay: 100 }
    await reserve({ input: 100 }, { endpoint: { name: 'a', limits } })
    await reserve({ input: 100 }, { endpoint: { name: 'b', limits } })
    await reserve({ input: 100 }, { endpoint: { name: 'a', tenant: 'acme', limits } })
    for (const tenant of [undefined, 'acme']) {
      const again = reserve({ input: 1 }, { endpoint: { name: 'a', limits, ...(tenant && { tenant }) } })
      expect(await refusalOf(again)).toMatchObject({ code: 'budget_exceeded' })
    }
  })
})

/** A limit by whose it is: the caller that is charged to it. */
const SCOPES = {
  user: (limits: WrittenLimits) => ({ quotas: { default: limits }, caller: {} }),
  department: (limits: WrittenLimits) => ({
    quotas: { byDepartment: { sales: limits } },
    caller: { departments: ['sales'] },
  }),
  tenant: (limits: WrittenLimits) => ({ quotas: { byTenant: { acme: limits } }, caller: { tenant: 'acme' } }),
  key: (spending: WrittenLimits) => ({ quotas: undefined, caller: { key: { id: 'k', spending } } }),
  endpoint: (limits: WrittenLimits) => ({ quotas: undefined, caller: { endpoint: { name: 'e', limits } } }),
} as const
const scopes = ['user', 'department', 'tenant', 'key', 'endpoint'] as const

/*
 * Several gateways over one real Redis, in parallel. What is spent in all is at most the limit, and what single answers
 * cost beyond their estimates.
 */
it.each(scopes)(
  'never spends more of a %s than the limit and what answers cost beyond their estimates',
  async (scope) => {
    const request = fc.record({
      at: fc.nat({ max: 2 }),
      estimate: fc.integer({ min: 1, max: 120 }),
      cost: fc.integer({ min: 0, max: 160 }),
      isAnswered: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(request, { minLength: 5, maxLength: 60 }), async (requests) => {
        const limit = 1_000
        const { quotas, caller } = SCOPES[scope]({ tokensPerMonth: limit })
        const { reserve, all } = open(quotas, 3)
        let [spent, beyond] = [0, 0]
        await Promise.all(
          requests.map(async ({ at, estimate, cost, isAnswered }) => {
            const reservation = await reserve({ input: estimate }, { ...caller, at }).catch((error: unknown) => {
              expect(error).toMatchObject({ code: 'budget_exceeded' })
            })
            if (reservation === undefined) return
            reservation.settle(isAnswered ? used(cost) : undefined, undefined)
            if (!isAnswered) return
            spent += cost
            beyond += Math.max(0, cost - estimate)
          }),
        )
        expect(spent).toBeLessThanOrEqual(limit + beyond)
        // What is left is there for whoever comes, once all have given back what they do not use.
        await Promise.all(all.map((one) => one.close()))
        const left = limit - spent
        if (left > 0) await reserve({ input: left }, caller)
        expect(await refusalOf(reserve({ input: 1 }, caller))).toMatchObject({ code: 'budget_exceeded' })
      }),
      { numRuns: 30 },
    )
  },
)

it.each(scopes)('keeps nothing of any budget of a %s for a request that one of them has no room for', async (scope) => {
  const request = fc.record({ at: fc.nat({ max: 2 }), input: fc.integer({ min: 1, max: 400 }) })
  await fc.assert(
    fc.asyncProperty(fc.array(request, { minLength: 3, maxLength: 25 }), async (requests) => {
      // The month has the least, so that it refuses behind what minute and day have set aside.
      const { quotas, caller } = SCOPES[scope]({ tokensPerMinute: 90_000, tokensPerDay: 2_000, tokensPerMonth: 700 })
      const { reserve, all } = open(quotas, 3)
      let taken = 0
      for (const { at, input } of requests) {
        const reservation = await reserve({ input }, { ...caller, at }).catch(() => undefined)
        if (reservation === undefined) continue
        reservation.settle(used(input), undefined)
        taken += input
      }
      await Promise.all(all.map((one) => one.close()))
      const [day, month] = await Promise.all(['Day', 'Month'].map((window) => accountOf(scope, caller, window)))
      expect([day, month]).toEqual([taken, taken])
    }),
    { numRuns: 15 },
  )
})

it.each([
  [used(0), price, 0],
  [used(1), price, 2],
  [used(1_000_000, 1_000_000), price, 12_000_000],
  [used(100, 0, 100), price, 20],
  [used(10, 0, 100), price, 2],
  [used(1_000), undefined, 0],
  // What an endpoint says may be anything.
  [used(Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER), price, Number.MAX_SAFE_INTEGER],
])('%j costs what its price says', (tokens, ofPrice, micros) => {
  expect(costOf(tokens, ofPrice)).toBe(micros)
})
