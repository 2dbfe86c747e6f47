import type { Principal } from '@sluice/contracts'
import { createLevelPolicy, type PolicyConfig } from '@sluice/policy'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { QuotaUse } from './quota-use.ts'
import { Quotas } from './quotas.ts'

interface Setting {
  readonly quotas?: PolicyConfig['quotas']
  readonly gateways?: number
  readonly maxBodyBytes?: number
  readonly maxBytesInFlight?: number
  readonly maxAccounts?: number
}

function open({ quotas, gateways = 1, maxBodyBytes = 100, maxBytesInFlight = 1_000, maxAccounts }: Setting = {}) {
  let nowMs = 0
  const refused: string[] = []
  const counted = new Quotas(
    {
      clock: { nowMs: () => 0, monotonicMs: () => nowMs },
      liveGateways: () => gateways,
      maxBodyBytes,
      maxBytesInFlight,
      onRefused: (scope, quota) => void refused.push(`${scope} ${quota}`),
    },
    maxAccounts,
  )
  const policy = createLevelPolicy({ clearances: {}, quotas }).current('t')
  return {
    quotas: counted,
    refused,
    pass: (ms: number) => {
      nowMs += ms
    },
    begin: (caller: Partial<Principal> = {}) =>
      counted.begin(
        { tenant: 'default', sub: 's', username: 's', groups: [], roles: [], departments: [], client: 'c', ...caller },
        policy,
      ),
  }
}

const end = (use: QuotaUse, wasRefused = false) => use.end({ wasRefused })

/** The refusal that a call ends with. */
function refusalOf(call: () => unknown): unknown {
  try {
    call()
  } catch (error) {
    return error instanceof Error && 'refusal' in error ? error.refusal : error
  }
  throw new Error('It was not refused.')
}

describe('the quota of', () => {
  it('open exchanges holds until one has ended, however often it ends', () => {
    const { begin, refused } = open({ quotas: { default: { openExchanges: 2 } } })
    const [first] = [begin(), begin()]
    expect(refusalOf(begin)).toEqual({
      code: 'rate_limit_exceeded',
      message: 'Too many requests at a time: the limit of your user is 2 open requests. Try again in 1 s.',
      retryAfterSeconds: 1,
    })
    expect(begin({ sub: 'other' })).toBeDefined()
    end(first)
    end(first)
    begin()
    expect(() => begin()).toThrow()
    expect(refused).toEqual(['user openExchanges', 'user openExchanges'])
  })

  it('requests is refilled evenly, and the wait is named', () => {
    const { begin, pass } = open({ quotas: { default: { requestsPerMinute: 4 } } })
    for (let count = 0; count < 4; count += 1) end(begin())
    expect(refusalOf(begin)).toEqual({
      code: 'rate_limit_exceeded',
      message: 'Too many requests: the limit of your user is 4 requests a minute. Try again in 15 s.',
      retryAfterSeconds: 15,
    })
    pass(15_000)
    const use = begin()
    expect(use.requestsLeft()).toEqual({ limit: 4, remaining: 0, untilFullMs: 60_000 })
    expect(() => begin()).toThrow()
  })

  it('refusals counts what was refused, and no 429', () => {
    const { begin, refused } = open({ quotas: { default: { refusalsPerMinute: 2, requestsPerMinute: null } } })
    for (let count = 0; count < 5; count += 1) end(begin())
    for (let count = 0; count < 2; count += 1) end(begin(), true)
    expect(refusalOf(begin)).toMatchObject({
      message:
        'Too many of the requests were refused: the limit of your user is 2 refused requests a minute. Try again in 30 s.',
    })
    expect(refused).toEqual(['user refusalsPerMinute'])
  })

  it('bytes holds until the exchange ends', () => {
    const { begin, quotas } = open({ quotas: { default: { bytesInFlight: 100 } } })
    const [one, two] = [begin(), begin()]
    one.reserveBytes(60)
    expect(refusalOf(() => two.reserveBytes(41))).toMatchObject({ code: 'rate_limit_exceeded', retryAfterSeconds: 1 })
    two.reserveBytes(40)
    expect(quotas.bytesInFlight).toBe(100)
    end(one)
    expect(quotas.bytesInFlight).toBe(40)
    two.reserveBytes(60)
    end(two)
    expect(quotas.bytesInFlight).toBe(0)
  })

  it('bytes of all leaves some to a caller who comes', () => {
    const { begin, refused } = open({ quotas: { default: { bytesInFlight: null } }, maxBytesInFlight: 1_000 })
    const own = Array.from({ length: 10 }, () => begin())
    const busy = { code: 'overloaded', retryAfterSeconds: 1 }
    for (const use of own.slice(0, 6)) use.reserveBytes(100)
    expect(refusalOf(() => own[6]?.reserveBytes(100))).toEqual(busy)
    const other = begin({ sub: 'other' })
    other.reserveBytes(400)
    expect(refusalOf(() => other.reserveBytes(1))).toEqual(busy)
    expect(refused).toEqual(['gateway bytesInFlight', 'gateway bytesInFlight'])
  })

  it('departments and tenants counts all their users', () => {
    const { begin, refused } = open({
      quotas: { byDepartment: { sales: { openExchanges: 2 } }, byTenant: { acme: { openExchanges: 3 } } },
    })
    begin({ sub: 'a', departments: ['sales', 'legal'] })
    begin({ sub: 'b', departments: ['sales'] })
    expect(refusalOf(() => begin({ sub: 'c', departments: ['legal', 'sales'] }))).toMatchObject({
      message: 'Too many requests at a time: the limit of your department sales is 2 open requests. Try again in 1 s.',
    })
    begin({ sub: 'c', tenant: 'other', departments: ['sales'] })
    for (const sub of ['a', 'b', 'c']) begin({ sub, tenant: 'acme' })
    expect(() => begin({ sub: 'd', tenant: 'acme' })).toThrow('your tenant acme')
    expect(refused).toEqual(['department openExchanges', 'tenant openExchanges'])
  })
})

describe('of several gateways', () => {
  it('each has its share, at least 1, and of bytes at least one body', () => {
    const quotas = { default: { openExchanges: 7, requestsPerMinute: 2, bytesInFlight: 250 } }
    const { begin } = open({ quotas, gateways: 3 })
    const use = begin()
    expect(use.requestsLeft().limit).toBe(1)
    use.reserveBytes(100)
    expect(() => use.reserveBytes(1)).toThrow('250 bytes')
    expect(() => begin()).toThrow('2 requests a minute')
  })

  it('what has no limit has none', () => {
    const none = { openExchanges: null, requestsPerMinute: null, refusalsPerMinute: null, bytesInFlight: null }
    const { begin } = open({ quotas: { default: none }, gateways: 3 })
    for (let count = 0; count < 10_000; count += 1) begin()
    expect(begin().requestsLeft().limit).toBe(Number.POSITIVE_INFINITY)
  })
})

describe('accounts', () => {
  it('are forgotten when they say no more than a new one would', () => {
    const { begin, quotas, pass } = open()
    const held = begin({ sub: 'held' })
    end(begin({ sub: 'used' }))
    pass(59_999)
    end(begin({ sub: 'late' }))
    expect(quotas.accounts).toBe(3)
    pass(60_000)
    end(begin({ sub: 'new' }))
    expect(quotas.accounts).toBe(2)
    end(held, true)
    pass(60_100)
    begin({ sub: 'new' })
    expect(quotas.accounts).toBe(1)
  })

  it('are forgotten a few at a time', () => {
    const { begin, quotas, pass } = open()
    for (let number = 0; number < 100; number += 1) end(begin({ sub: `user-${number}` }))
    pass(61_000)
    end(begin({ sub: 'new' }))
    expect(quotas.accounts).toBe(85)
    for (let count = 0; count < 10; count += 1) end(begin({ sub: 'new' }))
    expect(quotas.accounts).toBe(1)
  })

  it('are bounded: one user more is refused until others are forgotten', () => {
    const { begin, quotas, pass } = open({ maxAccounts: 3 })
    for (const sub of ['a', 'b', 'c']) end(begin({ sub }))
    expect(refusalOf(() => begin({ sub: 'd' }))).toEqual({ code: 'overloaded', retryAfterSeconds: 1 })
    begin({ sub: 'a' })
    pass(1_000)
    begin({ sub: 'd' })
    expect(quotas.accounts).toBe(2)
  })
})

it('charges an account that it keeps, also where room is made for the next one', () => {
  const quotas = { default: { openExchanges: 2 }, byTenant: { '*': { openExchanges: 100 } } }
  const { begin, pass } = open({ quotas, maxAccounts: 3 })
  for (const sub of ['a', 'b']) end(begin({ sub }))
  pass(60_000)
  for (let count = 0; count < 2; count += 1) begin({ sub: 'c' })
  expect(() => begin({ sub: 'c' })).toThrow('2 open requests')
})

const step = fc.oneof(
  fc.record({ type: fc.constant('begin' as const), sub: fc.nat({ max: 2 }) }),
  fc.record({ type: fc.constant('reserve' as const), at: fc.nat(), bytes: fc.integer({ min: 1, max: 60 }) }),
  fc.record({ type: fc.constant('end' as const), at: fc.nat(), wasRefused: fc.boolean() }),
  fc.record({ type: fc.constant('pass' as const), ms: fc.nat({ max: 30_000 }) }),
)

it('never lets more through than the limits, and gets everything back', () => {
  const limits = { openExchanges: 3, requestsPerMinute: 30, refusalsPerMinute: 5, bytesInFlight: 100 }
  fc.assert(
    fc.property(fc.array(step, { maxLength: 150 }), (steps) => {
      const { begin, quotas, pass } = open({ quotas: { default: limits }, maxBytesInFlight: 200 })
      let uses: { readonly sub: number; readonly use: QuotaUse; bytes: number }[] = []
      const bytes = () => uses.reduce((sum, one) => sum + one.bytes, 0)
      const attempt = (act: () => void) => {
        try {
          act()
        } catch (error) {
          expect(error).toMatchObject({ code: expect.stringMatching(/^(rate_limit_exceeded|overloaded)$/) })
        }
      }
      for (const one of steps) {
        if (one.type === 'begin')
          attempt(() => void uses.push({ sub: one.sub, use: begin({ sub: `user-${one.sub}` }), bytes: 0 }))
        else if (one.type === 'pass') pass(one.ms)
        else {
          const chosen = uses[one.at % Math.max(1, uses.length)]
          if (chosen === undefined) continue
          if (one.type === 'end') {
            chosen.use.end(one)
            uses = uses.filter((other) => other !== chosen)
          } else
            attempt(() => {
              chosen.use.reserveBytes(one.bytes)
              chosen.bytes += one.bytes
            })
        }
        expect(quotas.bytesInFlight).toBe(bytes())
        expect(bytes()).toBeLessThanOrEqual(200)
        for (const sub of [0, 1, 2]) {
          const own = uses.filter((use) => use.sub === sub)
          expect(own.length).toBeLessThanOrEqual(limits.openExchanges)
          expect(own.reduce((sum, use) => sum + use.bytes, 0)).toBeLessThanOrEqual(limits.bytesInFlight)
        }
      }
      for (const { use } of uses) end(use)
      expect(quotas.bytesInFlight).toBe(0)
      pass(600_000)
      end(begin({ sub: 'last' }))
      expect(quotas.accounts).toBe(1)
    }),
  )
})
