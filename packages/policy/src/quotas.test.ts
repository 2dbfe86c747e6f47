import { DEFAULT_TENANT, type Principal } from '@sluice/contracts'
import { describe, expect, it } from 'vitest'
import { createLevelPolicy } from './level/level-policy.ts'
import type { QuotaConfig } from './quotas.ts'

const NONE = Number.POSITIVE_INFINITY
const MIB = 1_048_576

function quotasOf(config: QuotaConfig | undefined, caller: Partial<Principal> = {}) {
  const principal: Principal = {
    tenant: DEFAULT_TENANT,
    sub: 's',
    username: 's',
    groups: [],
    roles: [],
    departments: [],
    client: 'c',
    ...caller,
  }
  return createLevelPolicy({ clearances: {}, quotas: config }).current(principal.tenant).quotasOf(principal)
}

const versionOf = (quotas?: QuotaConfig) => createLevelPolicy({ clearances: {}, quotas }).current('t').version

describe('by default', () => {
  it('a user has limits, a department none, and the only tenant none', () => {
    expect(quotasOf(undefined, { departments: ['finance'] })).toEqual({
      user: { openExchanges: 100, requestsPerMinute: 6_000, refusalsPerMinute: 600, bytesInFlight: 64 * MIB },
      departments: [],
      tenant: undefined,
      spending: [],
    })
  })

  it('one of several tenants has the limits of 20 users', () => {
    expect(quotasOf(undefined, { tenant: 'acme' }).tenant).toMatchObject({
      openExchanges: 2_000,
      requestsPerMinute: 120_000,
      refusalsPerMinute: 12_000,
    })
  })
})

describe('of a user', () => {
  const config: QuotaConfig = {
    default: { requestsPerMinute: 10 },
    byGroup: {
      batch: { requestsPerMinute: 5, openExchanges: 1_000 },
      night: { openExchanges: null },
      few: { openExchanges: 1 },
    },
  }

  it.each<[string[], object]>([
    [[], { requestsPerMinute: 10, openExchanges: 100 }],
    [['other'], { requestsPerMinute: 10, openExchanges: 100 }],
    [['batch'], { requestsPerMinute: 5, openExchanges: 1_000 }],
    [['few'], { requestsPerMinute: 10, openExchanges: 1 }],
    [['few', 'batch'], { requestsPerMinute: 5, openExchanges: 1_000 }],
    [['batch', 'night', 'few'], { requestsPerMinute: 5, openExchanges: NONE }],
    [['constructor', '__proto__'], { requestsPerMinute: 10, openExchanges: 100 }],
  ])('in the groups %j the most generous numbers count', (groups, limits) => {
    expect(quotasOf(config, { groups }).user).toMatchObject(limits)
  })
})

describe('of departments and tenants', () => {
  const config: QuotaConfig = {
    byDepartment: { finance: { openExchanges: 5 }, '*': { openExchanges: 9 }, sales: {} },
    byTenant: { acme: { requestsPerMinute: 7 } },
  }

  it('each department of the caller has its own, or those of *', () => {
    const { departments } = quotasOf(config, { departments: ['finance', 'legal', 'sales'] })
    expect(departments.map(({ name, limits }) => [name, limits.openExchanges])).toEqual([
      ['finance', 5],
      ['legal', 9],
    ])
  })

  it('a table of tenants replaces the default', () => {
    expect(quotasOf(config, { tenant: 'acme' }).tenant).toMatchObject({ requestsPerMinute: 7, openExchanges: NONE })
    expect(quotasOf(config, { tenant: 'other' }).tenant).toBeUndefined()
  })
})

describe('of spending', () => {
  const config: QuotaConfig = {
    default: { tokensPerDay: 1_000, costPerDay: 5 },
    byGroup: { batch: { tokensPerDay: 9_000 }, unbound: { tokensPerDay: null, costPerDay: null } },
    byDepartment: { finance: { costPerMonth: 100 }, sales: { openExchanges: 3 } },
    byTenant: { '*': { tokensPerMinute: 50 } },
  }
  const spendingOf = (caller: Partial<Principal>) =>
    quotasOf(config, { tenant: 'acme', ...caller }).spending.map(({ scope, name, limits }) => [
      scope,
      name,
      Object.fromEntries(Object.entries(limits).filter(([, limit]) => limit !== NONE)),
    ])

  it('each of the user, its departments and its tenant has its own', () => {
    expect(spendingOf({ departments: ['finance', 'sales', 'legal'] })).toEqual([
      ['user', 's', { tokensPerDay: 1_000, costPerDay: 5 }],
      ['department', 'finance', { costPerMonth: 100 }],
      ['tenant', 'acme', { tokensPerMinute: 50 }],
    ])
  })

  it('the most generous group counts, and who has none is left out', () => {
    expect(spendingOf({ groups: ['batch'] })[0]).toEqual(['user', 's', { tokensPerDay: 9_000, costPerDay: 5 }])
    expect(spendingOf({ groups: ['batch', 'unbound'] }).map(([scope]) => scope)).toEqual(['tenant'])
  })
})

it('are part of the version', () => {
  const versions = [
    versionOf(),
    versionOf({ default: { openExchanges: 1 } }),
    versionOf({ default: { openExchanges: null } }),
    versionOf({ byTenant: {} }),
  ]
  expect(new Set(versions).size).toBe(4)
  expect(versionOf({ default: { openExchanges: 100 } })).toBe(versionOf())
})
