import { hash } from 'node:crypto'
import { createRandomPool } from '@sluice/token-vault'
import { LRUCache } from 'lru-cache'

/** Digests that are remembered of one session, and of all sessions: about 20 MB. */
const MAX_OF_SESSION = 4_096
const MAX = 131_072

const KEY_BYTES = 32

/**
 * Remembers, for as long as this process lives, which texts of a session have gone to which endpoint, and since which
 * of its requests a value of it is known. It knows both by digests that are keyed by a secret of the process. What was
 * not used for the longest time goes first. Of one session all goes at once: a text that is remembered while a value is
 * forgotten would seem to have been sent with it.
 */
export class SentTextMemory {
  readonly #secret = createRandomPool()(KEY_BYTES).toString('base64url')
  readonly #sessions = new LRUCache<string, SessionTexts>({ maxSize: MAX })

  /** @param session names the session and its user. */
  of(session: string): SessionTexts {
    const known = this.#sessions.get(session)
    if (known !== undefined && known.size <= MAX_OF_SESSION) return known
    const texts = new SessionTexts(this.#secret, () => {
      // The cache keeps the old size of a value that is set again.
      this.#sessions.delete(session)
      this.#sessions.set(session, texts, { size: texts.size + 1 })
    })
    return texts
  }
}

/** What is remembered of one session. Its requests are counted from 1. */
export class SessionTexts {
  readonly #secret: string
  readonly #onGrown: () => void
  readonly #known = new Map<string, number>()
  /** By the endpoint itself: another one of the same name has seen nothing. */
  readonly #sent = new WeakMap<object, Map<string, number>>()
  #requests = 0
  #size = 0

  constructor(secret: string, onGrown: () => void) {
    this.#secret = secret
    this.#onGrown = onGrown
  }

  /** How many digests are remembered. */
  get size(): number {
    return this.#size
  }

  /** Counts one more request, in which these values were found. Returns its number, and since when each is known. */
  begin(values: Iterable<string>): { readonly request: number; readonly knownSince: ReadonlyMap<string, number> } {
    this.#requests += 1
    const request = this.#requests
    const knownSince = new Map<string, number>()
    for (const value of values) {
      const digest = this.#digestOf(value)
      const since = this.#known.get(digest) ?? request
      if (since === request && !this.#known.has(digest)) {
        this.#known.set(digest, request)
        this.#size += 1
      }
      knownSince.set(value, since)
    }
    if (knownSince.size > 0) this.#onGrown()
    return { request, knownSince }
  }

  /** In which request a text first went to an endpoint; undefined where none is known. */
  sentIn(endpoint: object, text: string): number | undefined {
    return this.#sent.get(endpoint)?.get(this.#digestOf(text))
  }

  /**
   * Notes that a request goes to an endpoint with these texts. Where the endpoint has seen one, the request that was
   * first counts, or with `isLast` this one.
   */
  goesTo(endpoint: object, texts: Iterable<string>, request: number, isLast: boolean): void {
    const sent = this.#sent.get(endpoint) ?? new Map<string, number>()
    this.#sent.set(endpoint, sent)
    for (const text of texts) {
      const digest = this.#digestOf(text)
      if (!sent.has(digest)) this.#size += 1
      else if (!isLast) continue
      sent.set(digest, request)
    }
    this.#onGrown()
  }

  #digestOf(text: string): string {
    return hash('sha256', this.#secret + text, 'base64url')
  }
}
