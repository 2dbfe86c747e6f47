import { DEFAULT_TENANT, type Principal } from '@sluice/contracts'

/** What one user, or a department or tenant as a whole, may use at all gateways together. `Infinity` is no limit. */
export interface QuotaLimits {
  /** Exchanges that are open at a time, from the token to the last byte. */
  readonly openExchanges: number
  readonly requestsPerMinute: number
  /** Requests that were answered with a 4xx, a 429 not counted. */
  readonly refusalsPerMinute: number
  /** Bytes of request bodies, from their arrival to the end of the exchange. */
  readonly bytesInFlight: number
}

/**
 * What the models that one user, or a department or tenant as a whole, asks may cost, at all gateways together.
 * `Infinity` is no limit. Tokens are those of prompts and answers together; money is in the currency of prices.
 */
export interface SpendingLimits {
  readonly tokensPerMinute: number
  /** Days and months are those of UTC. */
  readonly tokensPerDay: number
  readonly tokensPerMonth: number
  readonly costPerDay: number
  readonly costPerMonth: number
}

/** Limits as configuration writes them: `null` is no limit; what is absent is given by the next general entry. */
type QuotaSettings = { readonly [Name in keyof (QuotaLimits & SpendingLimits)]?: number | null | undefined }

/** Limits by whom they hold for. In `byDepartment` and `byTenant`, `*` is each one that has no entry. */
export interface QuotaConfig {
  /** Each user. */
  readonly default?: QuotaSettings | undefined
  /** Each user of a group, in place of `default`. */
  readonly byGroup?: Readonly<Record<string, QuotaSettings>> | undefined
  /** The users of a department together; no limits by default. */
  readonly byDepartment?: Readonly<Record<string, QuotaSettings>> | undefined
  /** The users of a tenant together. It replaces the default as a whole. */
  readonly byTenant?: Readonly<Record<string, QuotaSettings>> | undefined
}

/** The limits that hold for one caller. */
export interface CallerQuotas {
  readonly user: QuotaLimits
  /** The caller's departments that have a limit. */
  readonly departments: readonly { readonly name: string; readonly limits: QuotaLimits }[]
  /** Undefined where the tenant has no limit. */
  readonly tenant: QuotaLimits | undefined
  /** Who of them may spend only so much; mostly nobody. */
  readonly spending: readonly OwnSpendingLimits[]
}

/** Spending limits, and whose they are. */
export interface OwnSpendingLimits {
  readonly scope: 'user' | 'department' | 'tenant'
  /** Of the user (the subject), the department or the tenant. */
  readonly name: string
  readonly limits: SpendingLimits
}

const MEBIBYTE = 1_048_576

const NAMES_OF_SPENDING = ['tokensPerMinute', 'tokensPerDay', 'tokensPerMonth', 'costPerDay', 'costPerMonth'] as const

/** Those of one user. */
const USER = {
  openExchanges: 100,
  requestsPerMinute: 6_000,
  refusalsPerMinute: 600,
  bytesInFlight: 64 * MEBIBYTE,
} as const

/**
 * The limits that hold where configuration says nothing. A tenant has those of 20 users, so that no tenant takes a
 * gateway from the others. Where tokens name no tenant there is one only, and it has no limits.
 */
const DEFAULTS = {
  default: USER,
  byGroup: {},
  byDepartment: {},
  byTenant: {
    '*': { openExchanges: 2_000, requestsPerMinute: 120_000, refusalsPerMinute: 12_000, bytesInFlight: 128 * MEBIBYTE },
    [DEFAULT_TENANT]: {},
  },
} as const satisfies Required<QuotaConfig>

/** A configuration with nothing left out. */
export type WholeQuotaConfig = Required<{ readonly [Part in keyof QuotaConfig]: NonNullable<QuotaConfig[Part]> }>

/** Fills in what a configuration leaves out. */
export function withDefaultQuotas(config: QuotaConfig | undefined): WholeQuotaConfig {
  return {
    default: { ...DEFAULTS.default, ...withoutAbsent(config?.default) },
    byGroup: config?.byGroup ?? DEFAULTS.byGroup,
    byDepartment: config?.byDepartment ?? DEFAULTS.byDepartment,
    byTenant: config?.byTenant ?? DEFAULTS.byTenant,
  }
}

/**
 * The limits of one caller. Of a user's groups the most generous counts, number by number; where none of them gives a
 * number, `default` does.
 */
export function quotasOf(config: WholeQuotaConfig, principal: Principal): CallerQuotas {
  const { groups, departments, tenant } = principal
  const ofGroups = groups.flatMap((group) => entryOf(config.byGroup, group) ?? [])
  const limitOf = (name: keyof QuotaLimits) => mostGenerous(name, ofGroups, config.default)
  const { byDepartment, byTenant } = config
  return {
    user: {
      openExchanges: limitOf('openExchanges'),
      requestsPerMinute: limitOf('requestsPerMinute'),
      refusalsPerMinute: limitOf('refusalsPerMinute'),
      bytesInFlight: limitOf('bytesInFlight'),
    },
    departments: departments.flatMap((name) => {
      const limits = limitsOfWhole(byDepartment, name)
      return limits === undefined ? [] : { name, limits }
    }),
    tenant: limitsOfWhole(byTenant, tenant),
    spending: spendingOf(config, principal),
  }
}

/** The spending limits that hold for one caller, by the same rules; those who have none are left out. */
function spendingOf(config: WholeQuotaConfig, principal: Principal): readonly OwnSpendingLimits[] {
  const { groups, departments, tenant, sub } = principal
  const ofGroups = groups.flatMap((group) => entryOf(config.byGroup, group) ?? [])
  const user = spendingFrom((name) => mostGenerous(name, ofGroups, config.default))
  const ofWhole = (table: Readonly<Record<string, QuotaSettings>>, name: string) => {
    const settings = entryOf(table, name) ?? entryOf(table, '*')
    return settings && spendingFrom((limit) => toLimit(settings[limit]))
  }
  const found = [
    { scope: 'user' as const, name: sub, limits: user },
    ...departments.map((name) => ({ scope: 'department' as const, name, limits: ofWhole(config.byDepartment, name) })),
    { scope: 'tenant' as const, name: tenant, limits: ofWhole(config.byTenant, tenant) },
  ]
  return found.flatMap(({ limits, ...owner }) => (limits === undefined ? [] : { ...owner, limits }))
}

function spendingFrom(limitOf: (name: keyof SpendingLimits) => number): SpendingLimits | undefined {
  const limits = {
    tokensPerMinute: limitOf('tokensPerMinute'),
    tokensPerDay: limitOf('tokensPerDay'),
    tokensPerMonth: limitOf('tokensPerMonth'),
    costPerDay: limitOf('costPerDay'),
    costPerMonth: limitOf('costPerMonth'),
  }
  return NAMES_OF_SPENDING.every((name) => limits[name] === Number.POSITIVE_INFINITY) ? undefined : limits
}

/** Of the groups' numbers the largest; that of `default` where they give none. */
function mostGenerous(
  name: keyof (QuotaLimits & SpendingLimits),
  ofGroups: readonly QuotaSettings[],
  byDefault: QuotaSettings,
): number {
  const given = ofGroups.map((settings) => settings[name]).filter((value) => value !== undefined)
  return given.length === 0 ? toLimit(byDefault[name]) : Math.max(...given.map(toLimit))
}

/** The limits of a department or tenant; undefined where it has none. */
function limitsOfWhole(table: Readonly<Record<string, QuotaSettings>>, name: string): QuotaLimits | undefined {
  const settings = entryOf(table, name) ?? entryOf(table, '*')
  if (settings === undefined) return undefined
  const limits = {
    openExchanges: toLimit(settings.openExchanges),
    requestsPerMinute: toLimit(settings.requestsPerMinute),
    refusalsPerMinute: toLimit(settings.refusalsPerMinute),
    bytesInFlight: toLimit(settings.bytesInFlight),
  }
  return Object.values(limits).every((limit) => limit === Number.POSITIVE_INFINITY) ? undefined : limits
}

function entryOf(table: Readonly<Record<string, QuotaSettings>>, name: string): QuotaSettings | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined
}

function toLimit(setting: number | null | undefined): number {
  return setting ?? Number.POSITIVE_INFINITY
}

/** A member that is there and undefined must not hide a default. */
function withoutAbsent(settings: QuotaSettings = {}): QuotaSettings {
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined))
}
