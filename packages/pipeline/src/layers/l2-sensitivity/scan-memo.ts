import { createDigestKey, keyedDigest } from '../../memory/keyed-digest.ts'
import { SessionMemory } from '../../memory/session-memory.ts'
import type { Span } from './recognizer.ts'
import type { TypeCount } from './weak-findings.ts'

/** What looking at one text has shown: places, types and counts, and nothing of the text. */
export interface TextLook {
  readonly spans: readonly Span[]
  /** What was not sure enough for a finding. */
  readonly weak: readonly TypeCount[]
  /** The quasi-identifiers that it names. */
  readonly traits: readonly string[]
}

/** Looks that are remembered of one session, and of all: about 30 MB. A finding counts like a text of its own. */
const MAX_OF_SESSION = 4_096
const MAX = 131_072

/**
 * Remembers what looking at a text of a session has shown, for as long as this process lives, so that a conversation
 * that comes again costs its new text. Each session has its own: what one has sent says nothing to another. It knows
 * texts by a digest that is keyed by a secret of the process. What was not used for the longest time goes first.
 */
export class ScanMemo {
  readonly #secret = createDigestKey()
  readonly #sessions = new SessionMemory<SessionLooks>(MAX)

  /** @param session names the session and its user. */
  of(session: string): SessionLooks {
    const known = this.#sessions.find(session)
    if (known !== undefined) return known
    return new SessionLooks(this.#secret, (looks) => this.#sessions.keep(session, looks, looks.size + 1))
  }
}

/** What is remembered of one session. */
export class SessionLooks {
  readonly #secret: string
  readonly #onGrown: (looks: SessionLooks) => void
  readonly #looks = new Map<string, TextLook>()
  #size = 0

  constructor(secret: string, onGrown: (looks: SessionLooks) => void) {
    this.#secret = secret
    this.#onGrown = onGrown
  }

  get size(): number {
    return this.#size
  }

  /** The name of a look: `how` says with what and for what, unambiguously. */
  nameOf(how: string, text: string): string {
    return keyedDigest(this.#secret, `${how.length} ${how}${text}`)
  }

  find(name: string): TextLook | undefined {
    const known = this.#looks.get(name)
    if (known === undefined) return undefined
    this.#looks.delete(name)
    this.#looks.set(name, known)
    return known
  }

  remember(name: string, look: TextLook): void {
    const size = sizeOf(look)
    if (size > MAX_OF_SESSION) return
    this.#size += size - sizeOf(this.#looks.get(name))
    this.#looks.delete(name)
    this.#looks.set(name, look)
    for (const [oldest, known] of this.#looks) {
      if (this.#size <= MAX_OF_SESSION) break
      this.#looks.delete(oldest)
      this.#size -= sizeOf(known)
    }
    this.#onGrown(this)
  }
}

function sizeOf(look: TextLook | undefined): number {
  return look === undefined ? 0 : 1 + look.spans.length + look.weak.length + look.traits.length
}
