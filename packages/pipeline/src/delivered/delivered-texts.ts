import type { SessionRef } from '@sluice/token-vault'
import { createDigestKey, keyedDigest } from '../memory/keyed-digest.ts'
import { SessionMemory } from '../memory/session-memory.ts'
import { type DeliveredSpan, type DeliveredText, stringsWithValues } from './strings-with-values.ts'

/** What a session was given, by keyed digest. It can be posted to another thread. */
export interface DeliveredTexts {
  readonly key: string
  readonly spans: ReadonlyMap<string, readonly DeliveredSpan[]>
  /** How many of the texts have a length, in UTF-16 code units: a session may have been given thousands. */
  readonly lengths: ReadonlyMap<number, number>
}

/** A text with more values is not remembered. */
export const MAX_SPANS_OF_TEXT = 500
/** Values of one session, and of all sessions: about 15 MB. */
const MAX_SPANS_OF_SESSION = 2_000
const MAX_SPANS = 100_000

interface OfSession {
  readonly spans: Map<string, readonly DeliveredSpan[]>
  readonly lengths: Map<number, number>
  size: number
}

/**
 * Remembers, for as long as this process lives, how the model wrote the tokens of the texts that were delivered: what a
 * client sends back goes to the model with the bytes that it wrote. Each session has its own. The oldest are forgotten
 * first; a text that is not known is masked like any other.
 */
export class DeliveredTextMemory {
  readonly #key = createDigestKey()
  readonly #sessions = new SessionMemory<OfSession>(MAX_SPANS)

  /** What this session was given; undefined where nothing is known. */
  of(session: SessionRef): DeliveredTexts | undefined {
    const known = this.#sessions.find(nameOf(session))
    return known === undefined ? undefined : { key: this.#key, spans: known.spans, lengths: known.lengths }
  }

  /** Remembers one text, and where it is JSON its strings, unless it has more than 500 values. */
  remember(session: SessionRef, delivered: DeliveredText): void {
    this.#add(session, delivered)
    if (delivered.isJson) for (const string of stringsWithValues(delivered)) this.#add(session, string)
  }

  #add(session: SessionRef, { text, spans }: DeliveredText): void {
    if (spans.length === 0 || spans.length > MAX_SPANS_OF_TEXT) return
    const name = nameOf(session)
    const known = this.#sessions.find(name) ?? { spans: new Map(), lengths: new Map(), size: 0 }
    const digest = digestOf(this.#key, text)
    known.size -= forget(known, digest)
    known.spans.set(digest, spans)
    known.lengths.set(text.length, (known.lengths.get(text.length) ?? 0) + 1)
    known.size += spans.length
    for (const oldest of known.spans.keys()) {
      if (known.size <= MAX_SPANS_OF_SESSION) break
      known.size -= forget(known, oldest)
    }
    this.#sessions.keep(name, known, known.size)
  }
}

/** Makes a look-up among texts that were delivered. Only one that has the length of such a text is digested. */
export function deliveredLookUp({
  key,
  spans,
  lengths,
}: DeliveredTexts): (text: string) => readonly DeliveredSpan[] | undefined {
  return (text) => (lengths.has(text.length) ? spans.get(digestOf(key, text)) : undefined)
}

/** Returns how many values the text has had. */
function forget({ spans, lengths }: OfSession, digest: string): number {
  const forgotten = spans.get(digest)
  if (forgotten === undefined) return 0
  spans.delete(digest)
  const length = Number.parseInt(digest, 10)
  const others = (lengths.get(length) ?? 1) - 1
  if (others > 0) lengths.set(length, others)
  else lengths.delete(length)
  return forgotten.length
}

function nameOf({ tenant, sub, sessionId }: SessionRef): string {
  return JSON.stringify([tenant, sub, sessionId])
}

/**
 * The length of a text, and its digest. That halves of surrogate pairs count as one does no harm: whatever stands
 * between its values goes on as it came.
 */
function digestOf(key: string, text: string): string {
  return `${text.length} ${keyedDigest(key, text)}`
}
