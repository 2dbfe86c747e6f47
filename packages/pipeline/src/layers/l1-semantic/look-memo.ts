import { LRUCache } from 'lru-cache'
import { createDigestKey, keyedDigest } from '../../memory/keyed-digest.ts'
import type { TextLook } from './look-at-text.ts'

/** A shorter text costs less to look at than to name. In UTF-16 code units. */
const LEAST = 200
/** Looks that are remembered: about 15 MB. */
const MAX = 32_768

/**
 * Remembers what looking at a text of a session has shown, for as long as this process lives, so that a conversation
 * that comes again costs its last message. It knows texts by a digest that is keyed by a secret of the process and
 * names the session: what one has sent says nothing to another.
 */
export class LookMemo {
  readonly #secret = createDigestKey()
  readonly #looks = new LRUCache<string, TextLook>({ max: MAX })

  /**
   * What `look` finds, or has found before; `how` says what it is read as. Without a session nothing is remembered, and
   * what the second stage is still to read is kept once it has.
   */
  find(session: string | undefined, how: string, text: string, look: () => TextLook): TextLook {
    if (session === undefined) return look()
    if (text.length < LEAST) return this.#findShort(session, how, text, look())
    const known = this.#looks.get(this.#nameOf(session, how, text))
    if (known !== undefined) return known
    const found = look()
    if (found.doubts === undefined) this.keep(session, how, text, found)
    return found
  }

  keep(session: string | undefined, how: string, text: string, { confidence, reasons }: TextLook): void {
    if (session !== undefined) this.#looks.set(this.#nameOf(session, how, text), { confidence, reasons })
  }

  /** A short text costs little to look at, but what the second stage has read of it is not asked again. */
  #findShort(session: string, how: string, text: string, found: TextLook): TextLook {
    if (found.doubts === undefined) return found
    return this.#looks.get(this.#nameOf(session, how, text)) ?? found
  }

  #nameOf(session: string, how: string, text: string): string {
    return keyedDigest(this.#secret, `${session.length} ${session} ${how} ${text}`)
  }
}
