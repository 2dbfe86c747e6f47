import { hash } from 'node:crypto'
import { type Clock, SluiceError, type StoredRecord } from '@sluice/contracts'
import { type BatchedCommand, type CommandBatcher, unexpectedReply } from '@sluice/redis'
import { appendScript, SIZE } from './append-script.ts'
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
  /** Users have shares only, as the last reply said. */
  isCrowded: boolean
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
    this.#options = options
    this.#size = commands.define(SIZE)
    const { maxRecords = MAX_RECORDS, maxBytes = MAX_BYTES, controlReserve = CONTROL_RESERVE } = options
    const bounds = boundsOf({ maxRecords, maxBytes, controlReserve, shards })
    this.#bounds = bounds
    const { sequenceMs = 2 * DAY_MS } = options
    this.#append = commands.define(appendScript({ bounds, sequenceMs, onceMs: DAY_MS }))
    this.#shards = Array.from({ length: shards }, (_, number) => ({
      ...{ number, key: keyOfShard(keyPrefix, number), bytes: 0, measureAtMs: Number.NEGATIVE_INFINITY },
      isCrowded: false,
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
    let reply = await this.#send(shard, record, { measures, once })
    // Only the script knows that the shard is crowded by now.
    if (reply.outcome === 'crowded') {
      shard.isCrowded = true
      reply = await this.#send(shard, record, { measures, once })
    }
    const { outcome, length, bytes } = reply
    if (bytes >= 0) shard.bytes = bytes
    shard.isCrowded = length >= bounds.crowded.records || shard.bytes >= bounds.crowded.bytes
    if (outcome === 'full') throw this.#noRoom(shard, room)
    if (outcome === 'share') {
      this.#full.userIsCrowding(record)
      throw new Error('The outbox is crowded, and the share of this user is used up.')
    }
    if (room === 'requests') this.#full.foundRoom(shard.number, record)
  }

  async #send(shard: Shard, record: StoredRecord, { measures, once }: SendOptions): Promise<AppendReply> {
    const { key } = shard
    const room = roomOf(record)
    const sessionId = sessionOf(record)
    const numbers = sessionId === undefined ? key : `${key}:session:${sessionId}`
    const isShared = room === 'requests' && shard.isCrowded
    const third = isShared ? 's' : once && 'id' in record ? 'o' : '-'
    const isFullOfBytes = shard.bytes >= this.#bounds.requests.crowded.bytes
    const letters = `${room === 'requests' ? 'r' : 'c'}${measures ? 'm' : '-'}${isFullOfBytes ? 'b' : '-'}${third}${keptAs(record)}`
    const args = [letters, eventsOf(record), ...toEntry(record)]
    if (isShared) return readReply(await this.#append([key, numbers, shareKey(key, record)], args))
    if (third === 'o' && 'id' in record)
      return readReply(await this.#append([key, numbers, `${key}:once:${record.id}`], args))
    return readReply(await this.#append([key, numbers], args))
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

function shareKey(key: string, record: StoredRecord): string {
  return `${key}:share:${hash('sha256', userOf(record), 'base64url').slice(0, 22)}`
}

/** The events of a record that are numbered. */
function eventsOf(record: StoredRecord): number {
  if (sessionOf(record) === undefined) return 0
  return record.kind === 'request' ? record.events : 1
}

/** A frozen session never ends, so its numbers must outlast any silence. */
function keptAs(record: StoredRecord): 'n' | 'k' | 'l' {
  if (record.kind !== 'control') return 'n'
  return record.event === 'session.frozen' ? 'k' : record.event === 'session.unfrozen' ? 'l' : 'n'
}

interface SendOptions {
  readonly measures: boolean
  readonly once: boolean
}

interface AppendReply {
  readonly outcome: string
  readonly length: number
  readonly bytes: number
}

/** What became of an append, and the length and bytes of the stream; -1 where they were not measured. */
function readReply(reply: unknown): AppendReply {
  if (typeof reply === 'number') return { outcome: 'appended', length: reply, bytes: -1 }
  const outcome: unknown = Array.isArray(reply) ? reply[2] : undefined
  if (typeof outcome !== 'string') throw unexpectedReply()
  return { outcome, ...readSize(reply) }
}

/** The length of a stream, and its bytes or -1. */
function readSize(reply: unknown): { readonly length: number; readonly bytes: number } {
  const [length, bytes]: readonly unknown[] = Array.isArray(reply) ? reply : []
  if (typeof length !== 'number' || typeof bytes !== 'number') throw unexpectedReply()
  return { length, bytes }
}
