import { createRedis, waitForRedis } from '@sluice/redis'
import type { Redis } from 'ioredis'
import { z } from 'zod'

/** What "accepted" means: Redis has it in memory, or on its disk, or so many replicas have it. */
export type DurabilityMode = 'memory' | 'fsync' | `replicas:${number}`

interface StrictDurabilityOptions {
  readonly redisUrl: string
  readonly mode: Exclude<DurabilityMode, 'memory'>
  readonly connectionName: string
  /** A key that is written before each wait. */
  readonly mark: string
}

const WAIT_MS = 2_000
/** Longer than a wait, so that the answer of the server comes first. */
const COMMAND_TIMEOUT_MS = 3_000
const counts = z.array(z.number().int())

/**
 * Waits until what Redis has taken so far is durable. It has a connection of its own, because WAIT and WAITAOF block
 * theirs, and count the writes of theirs only: a small write there follows every append from before it. One wait runs
 * at a time; those who ask meanwhile share the next one.
 *
 * Source: https://redis.io/docs/latest/commands/waitaof/ (Redis 7.2), https://redis.io/docs/latest/commands/wait/
 */
export class StrictDurability {
  readonly #options: StrictDurabilityOptions
  readonly #redis: Redis
  #running: Promise<unknown> = Promise.resolve()
  #next: Promise<void> | undefined

  constructor(options: StrictDurabilityOptions) {
    const { redisUrl, connectionName } = options
    this.#options = options
    this.#redis = createRedis(redisUrl, { commandTimeoutMs: COMMAND_TIMEOUT_MS, connectionName })
  }

  /** Returns why this server cannot do it; undefined where it can. Throws `dependency_unavailable`. */
  async findFault(): Promise<string | undefined> {
    await waitForRedis(this.#redis, COMMAND_TIMEOUT_MS)
    if (this.#options.mode !== 'fsync') return undefined
    try {
      await this.wait()
      return undefined
    } catch (error) {
      const text = error instanceof Error ? error.message : ''
      if (/unknown command/i.test(text)) return 'needs WAITAOF, which Redis has from 7.2 on'
      if (/appendonly/i.test(text)) return 'needs a Redis with an append-only file (appendonly yes)'
      return `Redis did not confirm a write on its disk within ${WAIT_MS} ms; appendfsync always does`
    }
  }

  /** Resolves when everything is durable that was written before the call. Rejects after two seconds. */
  wait(): Promise<void> {
    if (this.#next === undefined) {
      this.#next = this.#running.then(() => this.#begin())
      this.#running = this.#next.catch(() => undefined)
    }
    return this.#next
  }

  close(): void {
    this.#redis.disconnect()
  }

  async #begin(): Promise<void> {
    this.#next = undefined
    const { mode, mark } = this.#options
    await this.#redis.set(mark, '1')
    const asked = mode === 'fsync' ? 1 : Number(mode.slice('replicas:'.length))
    const got =
      mode === 'fsync'
        ? (counts.parse(await this.#redis.call('WAITAOF', '1', '0', String(WAIT_MS)))[0] ?? 0)
        : await this.#redis.wait(asked, WAIT_MS)
    if (got < asked) throw new Error(`Of ${asked} asked for, ${got} have the record within ${WAIT_MS} ms.`)
  }
}
