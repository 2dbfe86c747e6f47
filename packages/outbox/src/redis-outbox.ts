import { type Clock, type OutboxRecord, SluiceError } from '@sluice/contracts'
import { type BatchedCommand, type CommandBatcher, unexpectedReply } from '@sluice/redis'
import { keyOfShard, shardOf } from './shards.ts'

interface RedisOutboxOptions {
  readonly clock: Clock
  /**
   * Records that may wait; one more is refused. 1,000,000 by default. Nothing is ever trimmed here: a record leaves its
   * shard when every consumer has taken it, and before evidence is lost, requests are refused.
   */
  readonly maxRecords?: number
  /** Streams that the records are spread over; 1 by default. Each holds an equal part of `maxRecords`. */
  readonly shards?: number
  /** `sluice:` by default. */
  readonly keyPrefix?: string
  /** Called after each append with the number of records that wait in all shards, as far as is known. */
  readonly onLength?: (records: number) => void
}

export interface Outbox {
  /** Resolves when Redis has the record, which means "accepted for audit". Throws `audit_unavailable`. */
  append(record: OutboxRecord): Promise<void>
  /**
   * Refuses a request before a model is asked for it while the outbox is known to be full. One request a second passes
   * to find out whether there is room again. Throws `audit_unavailable`.
   */
  requireRoom(): void
  /** Resolves when a record of any user would be accepted. Throws `audit_unavailable`. */
  checkReady(): Promise<void>
}

const MAX_RECORDS = 1_000_000
const PROBE_EVERY_MS = 1_000

/** XLEN costs O(1), so the bound costs no round trip and next to no time. KEYS: stream. ARGV: bound, record. */
const APPEND = `
local length = redis.call('XLEN', KEYS[1])
if length >= tonumber(ARGV[1]) then
  return false
end
redis.call('XADD', KEYS[1], '*', 'record', ARGV[2])
return length + 1
`
const LENGTH = `return redis.call('XLEN', KEYS[1])`

/**
 * The outbox in Redis: a stream per shard (`sluice:{outbox:0}`), one entry per record with the record's JSON in the
 * field `record`. The records that are appended in one turn of the event loop go to Redis as one command.
 */
export function createRedisOutbox(commands: CommandBatcher, options: RedisOutboxOptions): Outbox {
  return new RedisOutbox(commands, options)
}

interface Shard {
  readonly key: string
  /** How many records wait in it, as the last reply said. */
  records: number
}

class RedisOutbox implements Outbox {
  readonly #append: BatchedCommand
  readonly #length: BatchedCommand
  readonly #clock: Clock
  readonly #onLength: RedisOutboxOptions['onLength']
  readonly #maxRecordsPerShard: number
  readonly #shards: readonly Shard[]
  /** When a request may probe again; undefined while there is room, as far as is known. */
  #probeAtMs: number | undefined

  constructor(commands: CommandBatcher, options: RedisOutboxOptions) {
    const { clock, maxRecords = MAX_RECORDS, shards = 1, keyPrefix = 'sluice:', onLength } = options
    this.#append = commands.define(APPEND)
    this.#length = commands.define(LENGTH)
    this.#clock = clock
    this.#onLength = onLength
    this.#maxRecordsPerShard = Math.max(1, Math.floor(maxRecords / shards))
    this.#shards = Array.from({ length: shards }, (_, shard) => ({ key: keyOfShard(keyPrefix, shard), records: 0 }))
  }

  async append(record: OutboxRecord): Promise<void> {
    try {
      const shard = this.#shards[shardOf(record, this.#shards.length)]
      if (shard === undefined) throw new Error('The outbox has no shards.')
      const reply = await this.#append([shard.key], [this.#maxRecordsPerShard, JSON.stringify(record)])
      if (reply === null) throw this.#full()
      if (typeof reply !== 'number') throw unexpectedReply()
      this.#probeAtMs = undefined
      shard.records = reply
      this.#onLength?.(this.#shards.reduce((sum, { records }) => sum + records, 0))
    } catch (cause) {
      throw new SluiceError('audit_unavailable', { cause })
    }
  }

  requireRoom(): void {
    if (this.#probeAtMs === undefined) return
    const nowMs = this.#clock.monotonicMs()
    if (nowMs < this.#probeAtMs) throw new SluiceError('audit_unavailable')
    this.#probeAtMs = nowMs + PROBE_EVERY_MS
  }

  async checkReady(): Promise<void> {
    try {
      for (const reply of await Promise.all(this.#shards.map(({ key }) => this.#length([key], [])))) {
        if (typeof reply !== 'number') throw unexpectedReply()
        if (reply >= this.#maxRecordsPerShard) throw this.#full()
      }
    } catch (cause) {
      throw new SluiceError('audit_unavailable', { cause })
    }
  }

  #full(): Error {
    this.#probeAtMs = this.#clock.monotonicMs() + PROBE_EVERY_MS
    return new Error(`The outbox is full: ${this.#maxRecordsPerShard} records wait for a consumer.`)
  }
}
