import { type Clock, SluiceError, type StoredRecord } from '@sluice/contracts'
import { type BatchedCommand, type CommandBatcher, unexpectedReply } from '@sluice/redis'
import { toEntry } from './entry.ts'
import { keyOfShard, shardOf } from './shards.ts'

interface RedisOutboxOptions {
  readonly clock: Clock
  /**
   * Records that may wait; one more is refused. 1,000,000 by default. Nothing is ever trimmed here: a record leaves its
   * shard when every consumer has taken it, and before evidence is lost, requests are refused.
   */
  readonly maxRecords?: number
  /**
   * Memory of Redis that the records may take, in bytes; 1 GiB by default. It is measured once a second while records
   * are appended, so what all gateways append in a second may come on top.
   */
  readonly maxBytes?: number
  /** The part of both bounds, 0 to 0.9, that only acts of the control plane may use; 0.1 by default. */
  readonly controlReserve?: number
  /** Streams that the records are spread over; 1 by default. Each holds an equal part of the bounds. */
  readonly shards?: number
  /** `sluice:` by default. */
  readonly keyPrefix?: string
  /** Called after each append with the number of records that wait in all shards, as far as is known. */
  readonly onLength?: (records: number) => void
  /** Called after each measurement with the bytes that all shards take, as far as is known. */
  readonly onBytes?: (bytes: number) => void
}

/** Whose room is meant: that of requests and refusals, or all of it, which acts of the control plane may use. */
type RoomFor = 'requests' | 'control'

export interface Outbox {
  /** Resolves when Redis has the record, which means "accepted for audit". Throws `audit_unavailable`. */
  append(record: StoredRecord): Promise<void>
  /**
   * Refuses a request before a model is asked for it while there is known to be no room for its record. One request a
   * second passes to find out whether there is room again. Throws `audit_unavailable`.
   */
  requireRoom(): void
  /** Resolves when a record of any user would be accepted. Throws `audit_unavailable`. */
  checkReady(room: RoomFor): Promise<void>
}

const MAX_RECORDS = 1_000_000
const MAX_BYTES = 1_073_741_824
const CONTROL_RESERVE = 0.1
const PROBE_EVERY_MS = 1_000
const MEASURE_EVERY_MS = 1_000

/**
 * XLEN costs O(1), and MEMORY USAGE looks at five nodes of the stream, so the bounds cost no round trip and next to no
 * time. KEYS: stream. ARGV: bound in records, bound in bytes or -1 for not to measure, fields. Returns false, or the
 * length, and after a measurement the bytes.
 */
const APPEND = `
local length, bytes = redis.call('XLEN', KEYS[1]), -1
if length >= tonumber(ARGV[1]) then
  return false
end
if ARGV[2] ~= '-1' then
  bytes = redis.call('MEMORY', 'USAGE', KEYS[1]) or 0
  if bytes >= tonumber(ARGV[2]) then
    return {length, bytes}
  end
end
redis.call('XADD', KEYS[1], '*', unpack(ARGV, 3))
return {length + 1, bytes}
`
const SIZE = `return {redis.call('XLEN', KEYS[1]), redis.call('MEMORY', 'USAGE', KEYS[1]) or 0}`

/**
 * The outbox in Redis: a stream per shard (`sluice:{outbox:0}`), one entry per record, in the form of `entry.ts`. The
 * records that are appended in one turn of the event loop go to Redis as one command.
 */
export function createRedisOutbox(commands: CommandBatcher, options: RedisOutboxOptions): Outbox {
  return new RedisOutbox(commands, options)
}

interface Shard {
  readonly key: string
  /** How many records wait in it, as the last reply said. */
  records: number
  /** What they take, as the last measurement said. */
  bytes: number
  /** When it is measured again, on the monotonic clock. */
  measureAtMs: number
}

/** What one shard may hold. */
interface Bounds {
  readonly records: number
  readonly bytes: number
}

class RedisOutbox implements Outbox {
  readonly #append: BatchedCommand
  readonly #size: BatchedCommand
  readonly #clock: Clock
  readonly #onLength: RedisOutboxOptions['onLength']
  readonly #onBytes: RedisOutboxOptions['onBytes']
  readonly #bounds: Readonly<Record<RoomFor, Bounds>>
  readonly #shards: readonly Shard[]
  /** When a request may probe again; undefined while there is room for requests, as far as is known. */
  #probeAtMs: number | undefined

  constructor(commands: CommandBatcher, options: RedisOutboxOptions) {
    const { clock, shards = 1, keyPrefix = 'sluice:', onLength, onBytes } = options
    this.#append = commands.define(APPEND)
    this.#size = commands.define(SIZE)
    this.#clock = clock
    this.#onLength = onLength
    this.#onBytes = onBytes
    const { maxRecords = MAX_RECORDS, maxBytes = MAX_BYTES, controlReserve = CONTROL_RESERVE } = options
    this.#bounds = {
      requests: boundsOf(maxRecords, maxBytes, controlReserve, shards),
      control: boundsOf(maxRecords, maxBytes, 0, shards),
    }
    this.#shards = Array.from({ length: shards }, (_, shard) => ({
      ...{ key: keyOfShard(keyPrefix, shard), records: 0, bytes: 0, measureAtMs: Number.NEGATIVE_INFINITY },
    }))
  }

  async append(record: StoredRecord): Promise<void> {
    try {
      const shard = this.#shards[shardOf(record, this.#shards.length)]
      if (shard === undefined) throw new Error('The outbox has no shards.')
      await this.#appendTo(shard, record)
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

  async checkReady(room: RoomFor): Promise<void> {
    try {
      const replies = await Promise.all(this.#shards.map(({ key }) => this.#size([key], [])))
      for (const reply of replies) {
        const { records, bytes } = readSize(reply)
        const bounds = this.#bounds[room]
        if (records >= bounds.records || bytes >= bounds.bytes) throw this.#full(room)
      }
    } catch (cause) {
      throw new SluiceError('audit_unavailable', { cause })
    }
  }

  async #appendTo(shard: Shard, record: StoredRecord): Promise<void> {
    const room = roomOf(record)
    const bounds = this.#bounds[room]
    const nowMs = this.#clock.monotonicMs()
    const measures = nowMs >= shard.measureAtMs
    if (measures) shard.measureAtMs = nowMs + MEASURE_EVERY_MS
    else if (shard.bytes >= bounds.bytes) throw this.#full(room)
    const reply = await this.#append([shard.key], [bounds.records, measures ? bounds.bytes : -1, ...toEntry(record)])
    if (reply === null) throw this.#full(room)
    const { records, bytes } = readSize(reply)
    shard.records = records
    this.#onLength?.(this.#shards.reduce((sum, each) => sum + each.records, 0))
    if (bytes >= 0) {
      shard.bytes = bytes
      this.#onBytes?.(this.#shards.reduce((sum, each) => sum + each.bytes, 0))
      if (bytes >= bounds.bytes) throw this.#full(room)
    }
    if (room === 'requests') this.#probeAtMs = undefined
  }

  /** Where an act of the control plane finds no room, no request does. */
  #full(room: RoomFor): Error {
    this.#probeAtMs = this.#clock.monotonicMs() + PROBE_EVERY_MS
    const { records, bytes } = this.#bounds[room]
    return new Error(`The outbox is full for ${room}: ${records} records or ${bytes} bytes wait for a consumer.`)
  }
}

/** Refusals are written at a stranger's will, so they stay out of the reserve as requests do. */
function roomOf(record: StoredRecord): RoomFor {
  return record.kind === 'control' && !record.event.endsWith('.refused') ? 'control' : 'requests'
}

function boundsOf(maxRecords: number, maxBytes: number, reserve: number, shards: number): Bounds {
  const part = (whole: number) => Math.max(1, Math.floor((whole - Math.floor(whole * reserve)) / shards))
  return { records: part(maxRecords), bytes: part(maxBytes) }
}

/** The length of a stream, and its bytes or -1. */
function readSize(reply: unknown): { readonly records: number; readonly bytes: number } {
  const [records, bytes]: readonly unknown[] = Array.isArray(reply) ? reply : []
  if (typeof records !== 'number' || typeof bytes !== 'number') throw unexpectedReply()
  return { records, bytes }
}
