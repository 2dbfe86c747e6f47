import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '@sluice/contracts'
import { createRedis, waitForRedis } from '@sluice/redis'
import { keyOfShard } from '../shards.ts'
import { Membership } from './membership.ts'
import { type DeliveredEntry, ShardConsumer } from './shard-consumer.ts'

/** Entries of one shard that are being handled. */
interface ShardTurn {
  readonly shard: number
  /** Aborted as soon as this process is known to have lost the shard. */
  readonly signal: AbortSignal
  /**
   * Throws where this process may have lost the shard. To be called before each step that cannot be undone and that
   * nothing else guards against being done twice or out of order: also a process that was stopped for a while and goes
   * on is refused here.
   */
  requireHeld(): void
}

export interface OutboxConsumerOptions {
  readonly redisUrl: string
  readonly clock: Pick<Clock, 'monotonicMs'>
  /** Who consumes, for example `audit`: each group gets every record. */
  readonly group: string
  /** Names this process among others that serve the group; no two have the same. */
  readonly holder: string
  /** Shown by `CLIENT LIST`. */
  readonly connectionName: string
  /** The same as those who append. */
  readonly shards: number
  /** `sluice:` by default. */
  readonly keyPrefix?: string
  /**
   * Does the group's work on entries of one shard, in their order, and resolves once it is durable. Where it rejects,
   * or the process ends, the same entries come again: it must not do twice what must be done once. It must settle by
   * itself, because the lease is prolonged for as long as it works.
   */
  readonly handle: (entries: readonly DeliveredEntry[], turn: ShardTurn) => Promise<void>
  /** Called with the first of failures that follow one another. */
  readonly onError: (error: unknown) => void
}

interface OutboxConsumer {
  /** Resolves when the batches at hand are done with; nothing is read any more. */
  close(): Promise<void>
}

/** How often a process says that it is there, and prolongs the leases of what it works on. */
const RENEW_EVERY_MS = 1_000
/** While another process serves the shard. */
const LOOK_EVERY_MS = 500
const FIRST_RETRY_MS = 100
const LONGEST_RETRY_MS = 5_000
/** Longer than a read blocks. */
const COMMAND_TIMEOUT_MS = 3_000

/**
 * Consumes the outbox for one group until it is closed. The processes of a group share its shards evenly; what one that
 * has vanished held goes to the others within ten seconds.
 */
export function startOutboxConsumer(options: OutboxConsumerOptions): OutboxConsumer {
  const { redisUrl, connectionName, group, holder, shards, keyPrefix = 'sluice:' } = options
  const redis = createRedis(redisUrl, { commandTimeoutMs: COMMAND_TIMEOUT_MS, connectionName })
  const membership = new Membership({ redis, keyPrefix, group, holder, shards })
  const reportFailure = firstOfFailures(options.onError)
  const loop = new Loop()
  const joining = loop.run(
    async () => {
      await waitForRedis(redis, COMMAND_TIMEOUT_MS)
      await membership.renew()
      reportFailure.recovered('membership')
      await loop.pause(RENEW_EVERY_MS)
    },
    (error) => reportFailure.failed('membership', error),
  )
  const serving = Array.from({ length: shards }, (_, shard) =>
    serveShard({ ...options, keyPrefix }, { shard, membership, loop, reportFailure }),
  )
  return {
    close: async () => {
      loop.end()
      await Promise.all([joining, ...serving])
      await membership.leave().catch(() => undefined)
      redis.disconnect()
    },
  }
}

interface ShardSurroundings {
  readonly shard: number
  readonly membership: Membership
  readonly loop: Loop
  readonly reportFailure: ReturnType<typeof firstOfFailures>
}

async function serveShard(
  options: OutboxConsumerOptions & { readonly keyPrefix: string },
  { shard, membership, loop, reportFailure }: ShardSurroundings,
): Promise<void> {
  const { redisUrl, clock, group, holder, connectionName, keyPrefix, handle } = options
  const redis = createRedis(redisUrl, { commandTimeoutMs: COMMAND_TIMEOUT_MS, connectionName })
  const consumer = new ShardConsumer({ redis, clock, shard, key: keyOfShard(keyPrefix, shard), group, holder })

  async function takeTurn(): Promise<void> {
    if (!membership.isMine(shard)) {
      if (consumer.isHeld) await consumer.release()
      return await loop.pause(LOOK_EVERY_MS)
    }
    const entries = await consumer.take()
    if (entries === undefined) return await loop.pause(LOOK_EVERY_MS)
    if (entries.length === 0) return await consumer.waitForEntries()
    await holdWhile(consumer, (signal) => handle(entries, turnOf(consumer, shard, signal)))
    if (!(await consumer.acknowledge(entries))) throw new LeaseLost()
  }

  await loop.run(
    async () => {
      await waitForRedis(redis, COMMAND_TIMEOUT_MS)
      await takeTurn()
      reportFailure.recovered(shard)
    },
    (error) => {
      reportFailure.failed(shard, error)
      consumer.takeAgain()
    },
  )
  await consumer.release().catch(() => undefined)
  redis.disconnect()
}

/** This process has lost the shard, or may have. Another one gets the same entries. */
class LeaseLost extends Error {
  override readonly name = 'LeaseLost'

  constructor() {
    super('Another process may serve the shard by now.')
  }
}

function turnOf(consumer: ShardConsumer, shard: number, signal: AbortSignal): ShardTurn {
  const requireHeld = () => {
    if (!consumer.isHeld) throw new LeaseLost()
  }
  return { shard, signal, requireHeld }
}

/** Prolongs the lease for as long as the work takes. */
async function holdWhile(consumer: ShardConsumer, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const lost = new AbortController()
  const timer = setInterval(() => {
    // A renewal that fails is tried again; the lease lapses by itself.
    void consumer
      .renew()
      .catch(() => undefined)
      .then(() => {
        if (!consumer.isHeld) lost.abort(new LeaseLost())
      })
  }, RENEW_EVERY_MS)
  try {
    await work(lost.signal)
  } finally {
    clearInterval(timer)
  }
}

/** Repeats a step until it is ended, ever more slowly while the step fails. */
class Loop {
  readonly #closing = new AbortController()

  async run(step: () => Promise<void>, onFailure: (error: unknown) => void): Promise<void> {
    let failures = 0
    while (!this.#closing.signal.aborted) {
      try {
        await step()
        failures = 0
      } catch (error) {
        if (this.#closing.signal.aborted) break
        onFailure(error)
        await this.pause(Math.min(FIRST_RETRY_MS * 2 ** failures, LONGEST_RETRY_MS))
        failures += 1
      }
    }
  }

  end(): void {
    this.#closing.abort()
  }

  async pause(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.#closing.signal }).catch(() => undefined)
  }
}

/** Reports the first of failures that follow one another, for each part by itself; a lost lease is none. */
function firstOfFailures(onError: (error: unknown) => void) {
  const failing = new Set<number | string>()
  return {
    failed: (part: number | string, error: unknown) => {
      if (error instanceof LeaseLost || failing.has(part)) return
      failing.add(part)
      onError(error)
    },
    recovered: (part: number | string) => void failing.delete(part),
  }
}
