import type { Clock } from '@sluice/contracts'
import type { ConsoleSessionsRepository } from '@sluice/db'
import type { FreezeFeed, FreezeNews, SessionStore } from '@sluice/sessions'
import { type EndReason, reasonToEnd } from './session-end.ts'

interface LiveSessionsOptions {
  readonly feed: Pick<FreezeFeed, 'start' | 'next'>
  readonly repository: Pick<ConsoleSessionsRepository, 'find'>
  readonly sessions: Pick<SessionStore, 'findUser'>
  readonly clock: Clock
  readonly idleMs: number
  /** Ends a session that is over. */
  readonly end: (idHash: string, reason: EndReason) => Promise<unknown>
  /** Called with what has been frozen and unfrozen, while somebody is here. */
  readonly onFreezes: (news: FreezeNews) => void
  /** Called after each look, while somebody is here: what was held back may be told. */
  readonly onLook: () => void
  readonly onError: (error: unknown) => void
}

interface Person {
  readonly idHash: string
  readonly tenant: string
  readonly sub: string
}

/** Why an open answer ends: its session is over, or nobody can tell any more whether it is. */
type StopReason = EndReason | 'unavailable' | 'stopping'

/** An answer that lasts, of a session, whose id may change. */
interface OpenAnswer extends Person {
  idHash: string
  readonly stop: (reason: StopReason) => void
}

/** A freeze is looked for so often: with the look itself that leaves room within its 500 ms. */
const LOOK_MS = 100
/** Without an answer to so many looks, a freeze may have been missed: nothing is told until there is one. */
const BLIND_LOOKS = 3
/** Without an answer to so many, nobody waits any longer. */
const MAX_BLIND_LOOKS = 50
/** Whether sessions are over in other ways is asked so often, and may be unknown for so many times. */
const LOOKS_A_CHECK = 10
const BLIND_CHECKS = 10
const CHECKED_AT_ONCE = 500

/**
 * The answers that last: streams of events, and what is forwarded. Each ends with its session, and within 500 ms of a
 * freeze of its person. One reader looks for all of them, and only while there are some. While it sees nothing, nothing
 * is told; after five seconds of that, or ten without the other stores, all of them end.
 */
export class LiveSessions {
  readonly #options: LiveSessionsOptions
  readonly #open = new Set<OpenAnswer>()
  #timer: NodeJS.Timeout | undefined
  /** Looks and checks that were due since the last one that succeeded. */
  #looksDue = 0
  #checksDue = 0
  #isLooking = false
  #isChecking = false
  #looks = 0

  constructor(options: LiveSessionsOptions) {
    this.#options = options
  }

  /**
   * Adds an answer of somebody who has just been identified; `stop` is called once at most. Call what is returned when
   * it has ended by itself.
   */
  add(person: Person, stop: (reason: StopReason) => void): () => void {
    const answer = { ...person, stop }
    this.#open.add(answer)
    if (this.#timer === undefined) this.#start()
    // A freeze may have come after the person was identified, and been read before this.
    this.#check([person.idHash]).catch((error: unknown) => {
      this.#options.onError(error)
      this.#stop((one) => one === answer, 'unavailable')
    })
    return () => {
      this.#open.delete(answer)
      if (this.#open.size === 0) this.#rest()
    }
  }

  /** Whether every freeze from more than 400 ms ago has been seen here. */
  isFresh(): boolean {
    return this.#looksDue <= BLIND_LOOKS
  }

  /** Stops the answers of a session that has ended here. */
  sessionEnded(idHash: string, reason: EndReason): void {
    this.#stop((answer) => answer.idHash === idHash, reason)
  }

  /** Lets the answers of a session go on that has another id now. */
  sessionMoved(from: string, to: string): void {
    for (const answer of this.#open) if (answer.idHash === from) answer.idHash = to
  }

  /** Stops all of them, because the service does. */
  close(): void {
    this.#stop(() => true, 'stopping')
    this.#rest()
  }

  #start(): void {
    this.#looksDue = 0
    this.#checksDue = 0
    this.#timer = setInterval(() => this.#tick(), LOOK_MS)
    this.#timer.unref()
    void this.#look(this.#options.feed.start())
  }

  #rest(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  /** A loop that was busy counts as one look that is due: what has come in meanwhile is read next. */
  #tick(): void {
    this.#looks += 1
    this.#looksDue += 1
    if (this.#looks % LOOKS_A_CHECK === 0) this.#checksDue += 1
    if (this.#looksDue > MAX_BLIND_LOOKS || this.#checksDue > BLIND_CHECKS) this.#stop(() => true, 'unavailable')
    if (!this.#isLooking) void this.#look(this.#readFreezes())
    if (this.#looks % LOOKS_A_CHECK === 0 && !this.#isChecking) void this.#checkAll()
  }

  async #look(look: Promise<void>): Promise<void> {
    this.#isLooking = true
    try {
      await look
      this.#looksDue = 0
      this.#options.onLook()
    } catch (error) {
      this.#options.onError(error)
    } finally {
      this.#isLooking = false
    }
  }

  async #readFreezes(): Promise<void> {
    const { feed, onFreezes, end, onError } = this.#options
    const news = await feed.next()
    const frozen = new Set(
      news.entries.flatMap(({ state, user, sessionId, client }) =>
        state === 'frozen' && sessionId === undefined && client === undefined ? [nameOf(user)] : [],
      ),
    )
    for (const answer of [...this.#open].filter((one) => frozen.has(nameOf(one)))) {
      this.sessionEnded(answer.idHash, 'frozen')
      end(answer.idHash, 'frozen').catch(onError)
    }
    if (news.entries.length > 0) onFreezes(news)
    if (news.hasGap) await this.#checkEach()
  }

  async #checkAll(): Promise<void> {
    this.#isChecking = true
    try {
      await this.#checkEach()
      this.#checksDue = 0
    } catch (error) {
      this.#options.onError(error)
    } finally {
      this.#isChecking = false
    }
  }

  /** Asks the stores of every session that has an answer open. */
  async #checkEach(): Promise<void> {
    const hashes = [...new Set([...this.#open].map(({ idHash }) => idHash))]
    for (let from = 0; from < hashes.length; from += CHECKED_AT_ONCE) {
      await this.#check(hashes.slice(from, from + CHECKED_AT_ONCE))
    }
  }

  async #check(hashes: readonly string[]): Promise<void> {
    const { repository, sessions, clock, idleMs, end } = this.#options
    const found = await repository.find(hashes)
    const left = new Set(hashes)
    await Promise.all(
      found.map(async (one) => {
        const { idHash } = one.session
        left.delete(idHash)
        const { freezeState: freeze } = await sessions.findUser(one.session)
        const reason = reasonToEnd(one, { nowMs: clock.nowMs(), idleMs, freeze })
        if (reason !== undefined) await end(idHash, reason)
      }),
    )
    // Another process has ended these, or given them another id: whoever follows may ask anew, and is told which.
    for (const idHash of left) this.sessionEnded(idHash, 'replaced')
  }

  #stop(isMeant: (answer: OpenAnswer) => boolean, reason: StopReason): void {
    for (const answer of [...this.#open].filter(isMeant)) {
      this.#open.delete(answer)
      answer.stop(reason)
    }
  }
}

function nameOf({ tenant, sub }: Pick<Person, 'tenant' | 'sub'>): string {
  return JSON.stringify([tenant, sub])
}
