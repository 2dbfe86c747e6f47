import { createDigestKey, keyedDigest } from '../memory/keyed-digest.ts'
import { SessionMemory } from '../memory/session-memory.ts'

/** Digests that are remembered of one session, and of all sessions: about 25 MB. */
const MAX_OF_SESSION = 4_096
const MAX = 131_072

/** A text as it came, and as it left. */
interface SentText {
  readonly text: string
  readonly written: string
}

/**
 * Remembers, for as long as this process lives, as what the texts of a session went to which endpoint, and since which
 * of its requests a value of it is known. It knows all of them by digests that are keyed by a secret of the process.
 * What was not used for the longest time goes first, and of one session all goes at once.
 */
export class SentTextMemory {
  readonly #secret = createDigestKey()
  readonly #sessions = new SessionMemory<SessionTexts>(MAX)

  /** @param session names the session and its user. */
  of(session: string): SessionTexts {
    const known = this.#sessions.find(session)
    if (known !== undefined && known.size <= MAX_OF_SESSION) return known
    const texts = new SessionTexts(this.#secret, () => this.#sessions.keep(session, texts, texts.size + 1))
    return texts
  }
}

/** A text that went to an endpoint: in which request first, and the digest of what was written. */
interface Sent {
  readonly request: number
  readonly written: string
}

/** What is remembered of one session. Its requests are counted from 1. */
export class SessionTexts {
  readonly #secret: string
  readonly #onGrown: () => void
  readonly #known = new Map<string, number>()
  /** By the endpoint itself: another one of the same name has seen nothing. */
  readonly #sent = new WeakMap<object, Map<string, Sent>>()
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
      const since = this.#known.get(digest)
      if (since === undefined) {
        this.#known.set(digest, request)
        this.#size += 1
      }
      knownSince.set(value, since ?? request)
    }
    if (knownSince.size > 0) this.#onGrown()
    return { request, knownSince }
  }

  /** In which request a text first went to an endpoint; undefined where none is known. */
  sentIn(endpoint: object, text: string): number | undefined {
    return this.#sent.get(endpoint)?.get(this.#digestOf(text))?.request
  }

  /** Whether a text went to an endpoint as these bytes. */
  wasWritten(endpoint: object, { text, written }: SentText): boolean {
    return this.#sent.get(endpoint)?.get(this.#digestOf(text))?.written === this.#digestOf(written)
  }

  /**
   * Notes that an endpoint has got these texts with a request. Where it has seen one, what was first counts, or with
   * `isLast` this.
   */
  wentTo(endpoint: object, texts: Iterable<SentText>, request: number, isLast: boolean): void {
    const sent = this.#sent.get(endpoint) ?? new Map<string, Sent>()
    this.#sent.set(endpoint, sent)
    for (const { text, written } of texts) {
      const digest = this.#digestOf(text)
      if (!sent.has(digest)) this.#size += 1
      else if (!isLast) continue
      sent.set(digest, { request, written: written === text ? digest : this.#digestOf(written) })
    }
    this.#onGrown()
  }

  #digestOf(text: string): string {
    return keyedDigest(this.#secret, text)
  }
}
