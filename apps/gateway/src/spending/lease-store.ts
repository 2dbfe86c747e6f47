import { budgetKey, type CommandBatcher, unexpectedReply } from '@sluice/redis'

/** What a gateway wants of a budget that all gateways share. */
interface LeaseRequest {
  /** Names the budget and its window. */
  readonly budget: string
  /** Of the window, in whole units. */
  readonly limit: number
  /** More that is wanted, at least 0. */
  readonly wanted: number
  /** What has been spent beyond what was had, which counts in any case; negative where something is given back. */
  readonly spent: number
  /** How long the account is kept, in milliseconds. */
  readonly ttlMs: number
}

/** The budgets of all gateways. */
export interface LeaseStore {
  /** How many of the wanted units are granted. Rejects with `dependency_unavailable`. */
  lease(request: LeaseRequest): Promise<number>
}

/** KEYS: the account. ARGV: limit, wanted, spent, time to live. Whole units stay exact below 2^53. */
const LEASE = `
local had = tonumber(redis.call('GET', KEYS[1]) or '0') + tonumber(ARGV[3])
if had < 0 then had = 0 end
local granted = math.max(0, math.min(tonumber(ARGV[2]), tonumber(ARGV[1]) - had))
redis.call('SET', KEYS[1], string.format('%.0f', had + granted), 'PX', ARGV[4])
return string.format('%.0f', granted)
`

/** One number for each budget and window: what all gateways together have leased or spent. */
export function createRedisLeaseStore(commands: CommandBatcher, keyPrefix?: string): LeaseStore {
  const lease = commands.define(LEASE)
  return {
    async lease({ budget, limit, wanted, spent, ttlMs }) {
      const granted = await lease([budgetKey(budget, keyPrefix)], [limit, wanted, spent, Math.ceil(ttlMs)])
      if (typeof granted !== 'string' || !/^\d{1,16}$/.test(granted)) throw unexpectedReply()
      return Number(granted)
    },
  }
}
