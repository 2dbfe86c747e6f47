import { type Clock, type OutboxRecord, SluiceError } from '@sluice/contracts'
import type { Redis } from 'ioredis'
import { createRedisScript } from './redis-script.ts'

export interface RedisOutboxOptions {
  readonly clock: Clock
  /**
   * Records that may wait; one more is refused. 1,000,000 by default. Nothing is ever trimmed here: a record leaves the
   * stream when a consumer has taken it, and before evidence is lost, requests are refused.
   */
  readonly maxRecords?: number
  /** `sluice:` by default. */
  readonly keyPrefix?: string
  /** Told how many records wait, after each append. */
  readonly onLength?: (records: number) => void
}

export interface RedisOutbox {
  /** Resolving means "accepted for audit". Throws `audit_unavailable`. */
  append(record: OutboxRecord): Promise<void>
  /**
   * Refuses a request before a model is asked for it while the outbox is known to be full; one request a second is let
   * through to look again. Throws `audit_unavailable`.
   */
  requireRoom(): void
  /** Resolves when a record would be accepted. Throws `audit_unavailable`. */
  checkReady(): Promise<void>
}

const MAX_RECORDS = 1_000_000
const LOOK_AGAIN_MS = 1_000

/** XLEN costs O(1), so the bound costs no round trip and next to no time. KEYS: stream. ARGV: bound, record. */
const appendScript = createRedisScript(`
local length = redis.call('XLEN', KEYS[1])
if length >= tonumber(ARGV[1]) then
  return false
end
redis.call('XADD', KEYS[1], '*', 'record', ARGV[2])
return length + 1
`)

/**
 * The outbox in Redis: the stream `sluice:outbox`, one entry per record with the record's JSON in the field `record`.
 * Rejects with `audit_unavailable` where Redis cannot be reached or the stream is full.
 */
export function createRedisOutbox(redis: Redis, options: RedisOutboxOptions): RedisOutbox {
  const { clock, maxRecords = MAX_RECORDS, keyPrefix = 'sluice:', onLength } = options
  const key = `${keyPrefix}outbox`
  /** Undefined while there is room, as far as is known. */
  let lookAgainAtMs: number | undefined
  const full = () => {
    lookAgainAtMs = clock.monotonicMs() + LOOK_AGAIN_MS
    return new Error(`The outbox is full: ${maxRecords} records wait for a consumer.`)
  }
  return {
    async append(record) {
      try {
        const reply = await appendScript(redis, [key], [maxRecords, JSON.stringify(record)])
        if (reply === null) throw full()
        if (typeof reply !== 'number') throw new Error('Redis gave a reply of another form.')
        lookAgainAtMs = undefined
        onLength?.(reply)
      } catch (cause) {
        throw new SluiceError('audit_unavailable', { cause })
      }
    },
    requireRoom() {
      if (lookAgainAtMs === undefined) return
      const nowMs = clock.monotonicMs()
      if (nowMs < lookAgainAtMs) throw new SluiceError('audit_unavailable')
      lookAgainAtMs = nowMs + LOOK_AGAIN_MS
    },
    async checkReady() {
      try {
        if ((await redis.xlen(key)) >= maxRecords) throw full()
      } catch (cause) {
        throw new SluiceError('audit_unavailable', { cause })
      }
    },
  }
}
