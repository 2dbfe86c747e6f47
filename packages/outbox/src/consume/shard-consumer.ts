import type { OutboxRecord } from '@sluice/contracts'
import { unexpectedReply } from '@sluice/redis'
import type { Redis } from 'ioredis'
import { fromEntry } from '../entry.ts'
import { ACKNOWLEDGE, GIVE_LEASE_BACK, TAKE_LEASE } from './scripts.ts'

/** One entry of the outbox, as a consumer gets it. */
export interface DeliveredEntry {
  /** Redis's id of the entry: a later entry of the same shard has a greater one. */
  readonly id: string
  /** Undefined where the entry has a form that this version does not know. */
  readonly record: OutboxRecord | undefined
}

interface ShardConsumerOptions {
  /** A connection of its own: reading blocks it. */
  readonly redis: Redis
  /** The stream of the shard. */
  readonly key: string
  readonly group: string
  /** Names this process among others that serve the group. */
  readonly holder: string
}

/** How long a process that has vanished keeps a shard from the others. */
const LEASE_MS = 10_000
const BATCH = 500
const BLOCK_MS = 500
/** All processes of a group use the same name, one after another, so that each gets what the last one has left. */
const CONSUMER = 'holder'

/**
 * Reads one shard for one group. One process at a time does so, by a lease, so that records about a user are handled in
 * their order. What was delivered and not acknowledged is delivered again.
 */
export class ShardConsumer {
  readonly #options: ShardConsumerOptions
  readonly #lease: string
  #hasGroup = false
  /** Whether entries may be left that were delivered and not acknowledged. */
  #mayHavePending = true

  constructor(options: ShardConsumerOptions) {
    this.#options = options
    this.#lease = `${options.key}:${options.group}:lease`
  }

  /** Takes the shard, or keeps it. Throws `dependency_unavailable`. */
  async hold(): Promise<boolean> {
    const { redis, holder } = this.#options
    const holds = (await TAKE_LEASE(redis, [this.#lease], [holder, LEASE_MS])) === 1
    // Another process may have taken entries and left them.
    if (!holds) this.#mayHavePending = true
    return holds
  }

  /** The next entries, the oldest first; none after half a second in which nothing came. Throws as Redis does. */
  async read(): Promise<readonly DeliveredEntry[]> {
    await this.#ensureGroup()
    if (this.#mayHavePending) {
      const pending = await this.#readFrom('0')
      if (pending.length > 0) return pending
      this.#mayHavePending = false
    }
    return await this.#readFrom('>')
  }

  /** Says that entries are done with. Returns how many are left in the shard, for whatever group. */
  async acknowledge(entries: readonly DeliveredEntry[]): Promise<number> {
    const { redis, key, group } = this.#options
    return Number(await ACKNOWLEDGE(redis, [key], [group, ...entries.map(({ id }) => id)]))
  }

  /** Entries that were read and not acknowledged shall be read again. */
  readAgain(): void {
    this.#mayHavePending = true
    // Redis may have lost the group together with its data.
    this.#hasGroup = false
  }

  async release(): Promise<void> {
    const { redis, holder } = this.#options
    await GIVE_LEASE_BACK(redis, [this.#lease], [holder])
  }

  async #ensureGroup(): Promise<void> {
    if (this.#hasGroup) return
    const { redis, key, group } = this.#options
    try {
      await redis.xgroup('CREATE', key, group, '0', 'MKSTREAM')
    } catch (error) {
      if (!(error instanceof Error && error.message.startsWith('BUSYGROUP'))) throw error
    }
    this.#hasGroup = true
  }

  async #readFrom(from: '0' | '>'): Promise<readonly DeliveredEntry[]> {
    const { redis, key, group } = this.#options
    const reply: unknown = await redis.xreadgroup(
      ...(['GROUP', group, CONSUMER, 'COUNT', BATCH, 'BLOCK', BLOCK_MS, 'STREAMS', key, from] as const),
    )
    return readReply(reply)
  }
}

function readReply(reply: unknown): readonly DeliveredEntry[] {
  if (reply === null) return []
  const [stream]: readonly unknown[] = Array.isArray(reply) ? reply : []
  const entries: unknown = Array.isArray(stream) ? stream[1] : undefined
  if (!Array.isArray(entries)) throw unexpectedReply()
  return entries.map(readEntry)
}

function readEntry(entry: unknown): DeliveredEntry {
  const [id, fields]: readonly unknown[] = Array.isArray(entry) ? entry : []
  if (typeof id !== 'string') throw unexpectedReply()
  // An entry that was taken out by hand has no fields any more.
  return { id, record: Array.isArray(fields) ? readRecord(fields.map(String)) : undefined }
}

function readRecord(fields: readonly string[]): OutboxRecord | undefined {
  try {
    return fromEntry(fields)
  } catch {
    return undefined
  }
}
