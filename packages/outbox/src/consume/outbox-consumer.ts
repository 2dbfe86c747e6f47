import { setTimeout as sleep } from 'node:timers/promises'
import { createRedis, waitForRedis } from '@sluice/redis'
import { keyOfShard } from '../shards.ts'
import { type DeliveredEntry, ShardConsumer } from './shard-consumer.ts'

interface OutboxConsumerOptions {
  readonly redisUrl: string
  /** Who consumes, for example `audit`: each group gets every record. */
  readonly group: string
  /** Names this process among others that serve the group; no two have the same. */
  readonly holder: string
  /** Shown by `CLIENT LIST`. */
  readonly connectionName: string
  /** 1 by default; the same as those who append. */
  readonly shards?: number
  /** `sluice:` by default. */
  readonly keyPrefix?: string
  /**
   * Does the group's work on entries of one shard, in their order, and resolves once it is durable. Where it rejects,
   * or the process ends, the same entries come again: it must not do twice what must be done once.
   */
  readonly handle: (entries: readonly DeliveredEntry[]) => Promise<void>
  /** Called with the first of failures that follow one another. */
  readonly onError: (error: unknown) => void
  /** Called after each batch with the number of entries that are left in its shard. */
  readonly onLeft?: (shard: number, entries: number) => void
}

interface OutboxConsumer {
  /** Resolves when the batches at hand are done with; nothing is read any more. */
  close(): Promise<void>
}

/** While another process holds the shard. */
const WAIT_FOR_LEASE_MS = 1_000
const FIRST_RETRY_MS = 100
const LONGEST_RETRY_MS = 5_000
/** Longer than a read blocks. */
const COMMAND_TIMEOUT_MS = 3_000

/** Consumes the outbox for one group, each shard by itself, until it is closed. */
export function startOutboxConsumer(options: OutboxConsumerOptions): OutboxConsumer {
  const { shards = 1 } = options
  const consumers = Array.from({ length: shards }, (_, shard) => consumeShard(options, shard))
  return { close: async () => void (await Promise.all(consumers.map(({ close }) => close()))) }
}

function consumeShard(options: OutboxConsumerOptions, shard: number): OutboxConsumer {
  const { redisUrl, group, holder, connectionName, keyPrefix = 'sluice:', handle, onError, onLeft } = options
  const redis = createRedis(redisUrl, { commandTimeoutMs: COMMAND_TIMEOUT_MS, connectionName })
  const consumer = new ShardConsumer({ redis, key: keyOfShard(keyPrefix, shard), group, holder })
  const closing = new AbortController()
  const pause = (ms: number) => sleep(ms, undefined, { signal: closing.signal }).catch(() => undefined)

  async function takeBatch(): Promise<void> {
    if (!(await consumer.hold())) return await pause(WAIT_FOR_LEASE_MS)
    const entries = await consumer.read()
    if (entries.length === 0) return
    await handle(entries)
    const left = await consumer.acknowledge(entries)
    onLeft?.(shard, left)
  }

  async function run(): Promise<void> {
    // A client refuses commands until it has a connection; where none comes, the first reading says so.
    await waitForRedis(redis, COMMAND_TIMEOUT_MS).catch(() => undefined)
    let failures = 0
    while (!closing.signal.aborted) {
      try {
        await takeBatch()
        failures = 0
      } catch (error) {
        if (closing.signal.aborted) break
        if (failures === 0) onError(error)
        consumer.readAgain()
        await pause(Math.min(FIRST_RETRY_MS * 2 ** failures, LONGEST_RETRY_MS))
        failures += 1
      }
    }
    await consumer.release().catch(() => undefined)
    redis.disconnect()
  }

  const running = run()
  return {
    close: async () => {
      closing.abort()
      await running
    },
  }
}
