import type { Clock } from '@sluice/contracts'
import { type BatchedCommand, type CommandBatcher, unexpectedReply } from '@sluice/redis'
import { LRUCache } from 'lru-cache'
import { createSessionKeys } from '../store/session-keys.ts'
import type { SessionRef } from '../store/session-store.ts'
import { NOTE_SUSPICION } from './suspicion-script.ts'

/** Sessions whose score is not 0 that are known here: about 5 MB. */
const MAX_SESSIONS = 50_000
/** What a request without any sign takes away, in thousandths of a message. */
const EASED = 200

/** How suspicion grows and fades; a policy says it. */
interface Growth {
  /** As many messages with signs of an attack as count at most. */
  readonly messages: number
  /** The time in which the score halves, in milliseconds. */
  readonly halfLifeMs: number
}

interface Known {
  /** In messages. */
  readonly score: number
  /** When it was so, on the monotonic clock. */
  readonly sinceMs: number
}

interface SessionSuspicionsOptions {
  readonly clock: Clock
  readonly keyPrefix?: string
}

/**
 * How many messages with signs of an attack each session has sent of late. Redis has it in the record of the session,
 * with which it expires; all gateways add to it there. A gateway knows it from the last reply that it has got: to the
 * look-up of the session, or to what it has noted itself. So another gateway's notes count here after the session is
 * looked up again.
 */
export class SessionSuspicions {
  readonly #clock: Clock
  readonly #keys: ReturnType<typeof createSessionKeys>
  readonly #note: BatchedCommand
  readonly #known = new LRUCache<number, Known>({ max: MAX_SESSIONS })

  /** @param commands send what is noted together with what else goes to Redis in the same turn. */
  constructor(commands: CommandBatcher, { clock, keyPrefix }: SessionSuspicionsOptions) {
    this.#clock = clock
    this.#keys = createSessionKeys(keyPrefix)
    this.#note = commands.define(NOTE_SUSPICION)
  }

  /** How many messages with signs the session has sent of late: 0 to `messages`, with fractions. It asks nobody. */
  scoreOf(sessionId: number, { messages, halfLifeMs }: Growth): number {
    const known = this.#known.get(sessionId)
    if (known === undefined) return 0
    const ageMs = Math.max(0, this.#clock.monotonicMs() - known.sinceMs)
    return Math.min(messages, known.score * 0.5 ** (ageMs / halfLifeMs))
  }

  /**
   * Notes what a request of the session has shown: a mark for each text with signs, each of which counts once; without
   * any mark, that it has shown none. Nothing is sent for a request without signs in a session without any. Throws
   * `dependency_unavailable`.
   *
   * @param marks digests of texts, 1 to 43 letters, digits, dashes and underscores each; 16 at most.
   */
  async note({ tenant, sub, sessionId }: SessionRef, marks: readonly string[], growth: Growth): Promise<void> {
    if (marks.length === 0 && this.#known.get(sessionId) === undefined) return
    const args = [tenant, sub, growth.halfLifeMs, growth.messages * 1_000, EASED, ...marks]
    const reply = await this.#note([this.#keys.session(sessionId)], args)
    if (typeof reply !== 'number') throw unexpectedReply()
    this.#set(sessionId, reply / 1_000, 0)
  }

  /** Takes what the record of a session says of it; empty where nothing was ever noted. */
  learn(sessionId: number, field: string, nowMs: number): void {
    const [, thousandths = '0', atMs = '0'] = /^(\d{1,9}) (\d{1,16}) /.exec(field) ?? []
    this.#set(sessionId, Number(thousandths) / 1_000, Math.max(0, nowMs - Number(atMs)))
  }

  #set(sessionId: number, score: number, ageMs: number): void {
    if (score === 0) this.#known.delete(sessionId)
    else this.#known.set(sessionId, { score, sinceMs: this.#clock.monotonicMs() - ageMs })
  }
}
