import type { Clock } from '@sluice/contracts'
import type { Redis } from 'ioredis'
import { z } from 'zod'
import type { SessionConnection } from '../store/session-connection.ts'

/**
 * How safe a freeze is where the primary Redis is lost: `fsynced` when its append-only file has reached the disk,
 * `replicated` when at least one replica has it, `unconfirmed` where neither was seen in time.
 */
export type Durable = 'fsynced' | 'replicated' | 'unconfirmed'

/** A shorter wait is not worth a command. To WAIT, 0 means for ever. */
const LEAST_WAIT_MS = 5

const counts = z.array(z.number().int())

/**
 * Waits until what Redis has taken so far is durable. It has a connection of its own, because WAIT and WAITAOF block
 * theirs, and count the writes of theirs only: a small write there follows every freeze from before it.
 *
 * One wait runs at a time. Those who ask meanwhile share the next one.
 *
 * Source: https://redis.io/docs/latest/commands/waitaof/ (Redis 7.2), https://redis.io/docs/latest/commands/wait/
 */
export class Durability {
  readonly #redis: Redis
  readonly #mark: string
  readonly #clock: Clock
  /** False where the server does not know WAITAOF. Asked again after each reconnect. */
  #hasWaitAof = true
  #running: Promise<unknown> = Promise.resolve()
  #next: { readonly shared: Promise<Durable>; endsAtMs: number } | undefined

  constructor({ open, keys, clock }: Pick<SessionConnection, 'open' | 'keys' | 'clock'>) {
    this.#redis = open('sluice-durability')
    this.#redis.on('ready', () => {
      this.#hasWaitAof = true
    })
    this.#mark = `${keys.base}durable-mark`
    this.#clock = clock
  }

  /** Resolves by `endsAtMs`, by the monotonic clock. Never rejects. */
  async confirm(endsAtMs: number): Promise<Durable> {
    const late = Promise.withResolvers<Durable>()
    const timer = setTimeout(() => late.resolve('unconfirmed'), Math.max(endsAtMs - this.#clock.monotonicMs(), 0))
    try {
      return await Promise.race([this.#join(endsAtMs), late.promise])
    } finally {
      clearTimeout(timer)
    }
  }

  close(): void {
    this.#redis.disconnect()
  }

  #join(endsAtMs: number): Promise<Durable> {
    if (this.#next === undefined) {
      this.#next = { shared: this.#running.then(() => this.#begin()), endsAtMs }
      this.#running = this.#next.shared
    }
    this.#next.endsAtMs = Math.max(this.#next.endsAtMs, endsAtMs)
    return this.#next.shared
  }

  async #begin(): Promise<Durable> {
    const endsAtMs = this.#next?.endsAtMs ?? 0
    this.#next = undefined
    const waitMs = Math.floor(endsAtMs - this.#clock.monotonicMs())
    if (waitMs < LEAST_WAIT_MS) return 'unconfirmed'
    try {
      await this.#redis.set(this.#mark, '1')
      return (await this.#waitForFile(waitMs)) ?? (await this.#waitForReplica(waitMs))
    } catch {
      // The freeze itself has taken effect. That nobody knows how safe it is, is the answer.
      return 'unconfirmed'
    }
  }

  /** Undefined where this Redis cannot tell: it is older than 7.2, or has no append-only file. */
  async #waitForFile(waitMs: number): Promise<Durable | undefined> {
    if (!this.#hasWaitAof) return undefined
    try {
      const [fsynced = 0] = counts.parse(await this.#redis.call('WAITAOF', '1', '0', String(waitMs)))
      if (fsynced > 0) return 'fsynced'
      // With 0 replicas asked for, WAIT answers at once how many have it.
      return (await this.#redis.wait(0, 1)) > 0 ? 'replicated' : 'unconfirmed'
    } catch (error) {
      if (!(error instanceof Error) || error instanceof z.ZodError) throw error
      if (/unknown command/i.test(error.message)) this.#hasWaitAof = false
      else if (!/appendonly/i.test(error.message)) throw error
      return undefined
    }
  }

  /** Waits for nothing where there is no replica. */
  async #waitForReplica(waitMs: number): Promise<Durable> {
    const replication = await this.#redis.info('replication')
    if (!/^connected_slaves:[1-9]/m.test(replication)) return 'unconfirmed'
    return (await this.#redis.wait(1, waitMs)) > 0 ? 'replicated' : 'unconfirmed'
  }
}
