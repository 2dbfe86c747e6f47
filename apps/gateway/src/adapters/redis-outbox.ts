import { createRedisScript } from '@sluice/auth'
import { SluiceError } from '@sluice/contracts'
import type { Outbox } from '@sluice/pipeline'
import type { Redis } from 'ioredis'

export interface RedisOutboxOptions {
  /**
   * Records that may wait; one more is refused. 1,000,000 by default. Nothing is ever trimmed here: a record leaves the
   * stream when the workers have taken it, and before evidence is lost, requests are refused.
   */
  readonly maxRecords?: number
  /** `sluice:` by default. */
  readonly keyPrefix?: string
}

const MAX_RECORDS = 1_000_000

/** XLEN costs O(1), so the bound costs no round trip and next to no time. KEYS: stream. ARGV: bound, record. */
const appendScript = createRedisScript(`
if redis.call('XLEN', KEYS[1]) >= tonumber(ARGV[1]) then
  return false
end
return redis.call('XADD', KEYS[1], '*', 'record', ARGV[2])
`)

const ENTRY_ID = /^\d+-\d+$/

/**
 * The outbox in Redis: the stream `sluice:outbox`, one entry per record with the record's JSON in the field `record`.
 * Rejects with `audit_unavailable` where Redis cannot be reached or the stream is full.
 */
export function createRedisOutbox(redis: Redis, options: RedisOutboxOptions = {}): Outbox {
  const { maxRecords = MAX_RECORDS, keyPrefix = 'sluice:' } = options
  return {
    async append(record) {
      try {
        const reply = await appendScript(redis, [`${keyPrefix}outbox`], [maxRecords, JSON.stringify(record)])
        if (reply === null) throw new Error(`The outbox is full: ${maxRecords} records wait for the workers.`)
        if (typeof reply !== 'string' || !ENTRY_ID.test(reply)) throw new Error('Redis gave a reply of another form.')
      } catch (cause) {
        throw new SluiceError('audit_unavailable', { cause })
      }
    },
  }
}
