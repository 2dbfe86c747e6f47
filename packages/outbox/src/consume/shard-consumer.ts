import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Clock, OutboxRecord } from '@sluice/contracts'
import { unexpectedReply } from '@sluice/redis'
import type { Redis } from 'ioredis'
import { fromEntry } from '../entry.ts'
import { ACKNOWLEDGE, GIVE_LEASE_BACK, RENEW, TAKE } from './scripts.ts'

/** One entry of the outbox, as a consumer gets it. */
export interface DeliveredEntry {
  /** `SHARD:MS-NUMBER`: the shard and Redis's id, of which a later entry of the same shard has a greater one. */
  readonly id: string
  /** Undefined where the entry has a form that this version does not know. */
  readonly record: OutboxRecord | undefined
  /**
   * The number of the record's first event among those of its session, from 1; the others follow it. Undefined without
   * a session.
   */
  readonly sequence: number | undefined
}

interface ShardConsumerOptions {
  /** A connection of its own: waiting blocks it. */
  readonly redis: Redis
  readonly clock: Pick<Clock, 'monotonicMs'>
  readonly shard: number
  /** The stream of the shard. */
  readonly key: string
  readonly group: string
  /** Names this process among others that serve the group. */
  readonly holder: string
}

/** How long a process that has vanished keeps a shard from the others. */
const LEASE_MS = 5_000
/** A process stops working on a shard so long before Redis lets another one have it. */
const MARGIN_MS = 1_000
const BATCH = 500
/** Entries that are parsed in one turn of the event loop. */
const SLICE = 50
const BLOCK_MS = 500
/** All processes of a group use the same name, one after another, so that each gets what the last one has left. */
const CONSUMER = 'holder'

/**
 * Reads one shard for one group. One process at a time does so, by a lease, so that the records of a session are
 * handled in their order. What was delivered and not acknowledged is delivered again.
 */
export class ShardConsumer {
  readonly #options: ShardConsumerOptions
  readonly #lease: string
  /** Until when this process may work on the shard, on the monotonic clock. */
  #heldUntilMs = Number.NEGATIVE_INFINITY
  /** Whether entries may be left that were delivered and not acknowledged. */
  #mayHavePending = true
  #lastId = '0-0'

  constructor(options: ShardConsumerOptions) {
    this.#options = options
    this.#lease = `${options.key}:${options.group}:lease`
  }

  /** Whether this process may work on the shard. It needs no answer of Redis, so it is right after a stop as well. */
  get isHeld(): boolean {
    return this.#options.clock.monotonicMs() < this.#heldUntilMs
  }

  /**
   * Takes the shard, or keeps it, and gives the next entries, the oldest first. Undefined where another process has the
   * shard. Throws `dependency_unavailable`.
   */
  async take(): Promise<readonly DeliveredEntry[] | undefined> {
    const { redis, clock, key, group, holder } = this.#options
    const askedMs = clock.monotonicMs()
    const wantsPending = this.#mayHavePending
    const args = [holder, LEASE_MS, group, CONSUMER, BATCH, wantsPending ? '0' : '>']
    const reply: unknown = await TAKE(redis, [key, this.#lease, `${key}:served`], args)
    if (!Array.isArray(reply)) throw unexpectedReply()
    const [isNew, entries, lastId]: readonly unknown[] = reply
    if (isNew === undefined) {
      this.#lose()
      return undefined
    }
    if (!Array.isArray(entries) || typeof lastId !== 'string') throw unexpectedReply()
    this.#heldUntilMs = askedMs + LEASE_MS - MARGIN_MS
    this.#lastId = lastId
    // Another process may have taken entries and left them: a new lease begins with those.
    this.#mayHavePending = (isNew === 1 || wantsPending) && entries.length > 0
    if (this.#mayHavePending || !(isNew === 1 || wantsPending)) return await readEntries(entries, this.#options.shard)
    return await this.take()
  }

  /** Resolves when there are new entries, or after half a second. */
  async waitForEntries(): Promise<void> {
    const { redis, key } = this.#options
    await redis.xread('COUNT', 1, 'BLOCK', BLOCK_MS, 'STREAMS', key, this.#lastId)
  }

  /** Prolongs the lease while entries are worked on. */
  async renew(): Promise<void> {
    const { redis, clock, key, group, holder } = this.#options
    const askedMs = clock.monotonicMs()
    if ((await RENEW(redis, [this.#lease, `${key}:served`], [holder, LEASE_MS, group])) === 1) {
      this.#heldUntilMs = askedMs + LEASE_MS - MARGIN_MS
    } else {
      this.#lose()
    }
  }

  /** Says that entries are done with. False where the shard was lost meanwhile: then another process gets them. */
  async acknowledge(entries: readonly DeliveredEntry[]): Promise<boolean> {
    const { redis, key, group, holder } = this.#options
    const args = [holder, group, ...entries.map(({ id }) => id.slice(id.indexOf(':') + 1))]
    const isDone = (await ACKNOWLEDGE(redis, [key, this.#lease], args)) === 1
    if (!isDone) this.#lose()
    return isDone
  }

  /** Entries that were taken and not acknowledged shall be given again. */
  takeAgain(): void {
    this.#mayHavePending = true
  }

  async release(): Promise<void> {
    const { redis, holder } = this.#options
    this.#lose()
    await GIVE_LEASE_BACK(redis, [this.#lease], [holder])
  }

  #lose(): void {
    this.#heldUntilMs = Number.NEGATIVE_INFINITY
    this.#mayHavePending = true
  }
}

/** Parses them in turns of the event loop: 500 records at once would hold it for many milliseconds. */
async function readEntries(entries: readonly unknown[], shard: number): Promise<readonly DeliveredEntry[]> {
  const read: DeliveredEntry[] = []
  for (const [index, entry] of entries.entries()) {
    if (index > 0 && index % SLICE === 0) await nextTurn()
    read.push(readEntry(entry, shard))
  }
  return read
}

function readEntry(entry: unknown, shard: number): DeliveredEntry {
  const [id, fields]: readonly unknown[] = Array.isArray(entry) ? entry : []
  if (typeof id !== 'string') throw unexpectedReply()
  // An entry that was taken out by hand has no fields any more.
  const content = Array.isArray(fields) ? readContent(fields.map(String)) : undefined
  return { id: `${shard}:${id}`, record: content?.record, sequence: content?.sequence }
}

function readContent(fields: readonly string[]) {
  try {
    return fromEntry(fields)
  } catch {
    return undefined
  }
}
