import { hash } from 'node:crypto'
import { type Clock, SluiceError, type StoredRecord } from '@sluice/contracts'
import { type BatchedCommand, type CommandBatcher, unexpectedReply } from '@sluice/redis'
import { APPEND, SIZE } from './append-script.ts'
import { toEntry } from './entry.ts'
import { type Bounds, boundsOf, KnownFull, type RoomCaller, type RoomFor, roomOf } from './room.ts'
import { keyOfShard, sessionOf, shardOf, userOf } from './shards.ts'

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
  /** How long the numbers of a session are kept after its last record, in milliseconds; two days by default. */
  readonly sequenceMs?: number
  /** Resolves when everything is durable that Redis has taken so far. Without it, what Redis has is enough. */
  readonly awaitDurable?: () => Promise<void>
  /** `sluice:` by default. */
  readonly keyPrefix?: string
}

interface AppendOptions {
  /** The record may have been appended already, by whomever: by its id it stands in the outbox once within a day. */
  readonly once?: boolean
}

export interface Outbox {
  /** Resolves when Redis has the record, which means "accepted for audit". Throws `audit_unavailable`. */
  append(record: StoredRecord, options?: AppendOptions): Promise<void>
  /**
   * Refuses a request before a model is asked for it while there is known to be no room for its record. One request a
   * second passes to find out whether there is room again. Throws `audit_unavailable`.
   */
  requireRoom(caller: RoomCaller): void
  /**
   * Resolves when records would be accepted: of requests in one shard at least, of acts in each. Throws
   * `audit_unavailable`.
   */
  checkReady(room: RoomFor): Promise<void>
}

const MAX_RECORDS = 1_000_000
const MAX_BYTES = 1_073_741_824
const CONTROL_RESERVE = 0.1
const MEASURE_EVERY_MS = 1_000
const DAY_MS = 86_400_000

/**
 * The outbox in Redis: a stream per shard (`sluice:{outbox:0}`), one entry per record, in the form of `entry.ts`. The
 * records that are appended in one turn of the event loop go to Redis as one command; on a cluster, as one per shard.
 */
export function createRedisOutbox(commands: CommandBatcher, options: RedisOutboxOptions): Outbox {
  return new RedisOutbox(commands, options)
}

interface Shard {
  readonly number: number
  readonly key: string
  /** What its records take, as the last measurement said. */
  bytes: number
  /** When it is measured again, on the monotonic clock. */
  measureAtMs: number
}

class RedisOutbox implements Outbox {
  readonly #append: BatchedCommand
  readonly #size: BatchedCommand
  readonly #options: RedisOutboxOptions
  readonly #bounds: Readonly<Record<RoomFor, Bounds>>
  readonly #shards: readonly Shard[]
  readonly #full: KnownFull

  constructor(commands: CommandBatcher, options: RedisOutboxOptions) {
    const { clock, shards = 1, keyPrefix = 'sluice:' } = options
    this.#append = commands.define(APPEND)
    this.#size = commands.define(SIZE)
    this.#options = options
    const { maxRecords = MAX_RECORDS, maxBytes = MAX_BYTES, controlReserve = CONTROL_RESERVE } = options
    this.#bounds = boundsOf({ maxRecords, maxBytes, controlReserve, shards })
    this.#shards = Array.from({ length: shards }, (_, number) => ({
      ...{ number, key: keyOfShard(keyPrefix, number), bytes: 0, measureAtMs: Number.NEGATIVE_INFINITY },
    }))
    this.#full = new KnownFull(clock, shards)
  }

  async append(record: StoredRecord, { once = false }: AppendOptions = {}): Promise<void> {
    try {
      const shard = this.#shards[shardOf(record, this.#shards.length)]
      if (shard === undefined) throw new Error('The outbox has no shards.')
      await this.#appendTo(shard, record, once)
      await this.#options.awaitDurable?.()
    } catch (cause) {
      throw new SluiceError('audit_unavailable', { cause })
    }
  }

  requireRoom(caller: RoomCaller): void {
    const { sessionId } = caller
    const shard = sessionId === undefined ? undefined : sessionId % this.#shards.length
    if (!this.#full.hasRoom(caller, shard)) throw new SluiceError('audit_unavailable')
  }

  async checkReady(room: RoomFor): Promise<void> {
    try {
      const replies = await Promise.all(this.#shards.map(({ key }) => this.#size([key], [])))
      const bounds = this.#bounds[room]
      const full = replies
        .map(readSize)
        .filter(({ length, bytes }) => length >= bounds.records || bytes >= bounds.bytes)
      if (full.length >= (room === 'control' ? 1 : this.#shards.length)) throw fullFor(room, bounds)
    } catch (cause) {
      throw new SluiceError('audit_unavailable', { cause })
    }
  }

  async #appendTo(shard: Shard, record: StoredRecord, once: boolean): Promise<void> {
    const room = roomOf(record)
    const bounds = this.#bounds[room]
    const nowMs = this.#options.clock.monotonicMs()
    const measures = nowMs >= shard.measureAtMs
    if (measures) shard.measureAtMs = nowMs + MEASURE_EVERY_MS
    else if (shard.bytes >= bounds.bytes) throw this.#noRoom(shard, room)
    const reply = await this.#append(this.#keysOf(shard, record), [
      ...[bounds.records, measures ? bounds.bytes : -1],
      ...[shard.bytes >= bounds.crowded.bytes ? 1 : bounds.crowded.records, bounds.share],
      ...this.#numbering(record),
      once ? DAY_MS : 0,
      ...toEntry(record),
    ])
    const { outcome, bytes } = readReply(reply)
    if (bytes >= 0) shard.bytes = bytes
    if (outcome === 'full') throw this.#noRoom(shard, room)
    if (outcome === 'share') {
      this.#full.userIsCrowding(userOf(record))
      throw new Error('The outbox is crowded, and the share of this user is used up.')
    }
    if (room === 'requests') this.#full.foundRoom(shard.number, userOf(record))
  }

  #keysOf({ key }: Shard, record: StoredRecord): [string, string, string, string] {
    const share = `${key}:share:${hash('sha256', userOf(record), 'base64url').slice(0, 22)}`
    const sessionId = sessionOf(record)
    const id = 'id' in record ? record.id : undefined
    return [
      ...([key, share] as const),
      sessionId === undefined ? key : `${key}:session:${sessionId}`,
      id === undefined ? key : `${key}:once:${id}`,
    ]
  }

  /** The events to number, for how long, and whether the numbers must outlast silence: a frozen session never ends. */
  #numbering(record: StoredRecord): readonly [number, number, string] {
    const { sequenceMs = 2 * DAY_MS } = this.#options
    if (record.kind === 'request') return [record.events, sequenceMs, 'renew']
    if (record.kind === 'refusals' || record.session_id === undefined) return [0, 0, 'renew']
    if (record.kind === 'alert') return [1, sequenceMs, 'renew']
    const { event } = record
    return [1, sequenceMs, event === 'session.frozen' ? 'keep' : event === 'session.unfrozen' ? 'release' : 'renew']
  }

  /** Where an act of the control plane finds no room, no request does. */
  #noRoom(shard: Shard, room: RoomFor): Error {
    this.#full.shardIsFull(shard.number)
    return fullFor(room, this.#bounds[room])
  }
}

function fullFor(room: RoomFor, { records, bytes }: Bounds): Error {
  return new Error(
    `The outbox is full for ${room}: ${records} records or ${bytes} bytes of a shard wait for a consumer.`,
  )
}

/** What became of an append, and the bytes of the stream or -1. */
function readReply(reply: unknown): { readonly outcome: string; readonly bytes: number } {
  const [outcome, ...size]: readonly unknown[] = Array.isArray(reply) ? reply : []
  if (typeof outcome !== 'string') throw unexpectedReply()
  return { outcome, bytes: readSize(size).bytes }
}

/** The length of a stream, and its bytes or -1. */
function readSize(reply: unknown): { readonly length: number; readonly bytes: number } {
  const [length, bytes]: readonly unknown[] = Array.isArray(reply) ? reply : []
  if (typeof length !== 'number' || typeof bytes !== 'number') throw unexpectedReply()
  return { length, bytes }
}
