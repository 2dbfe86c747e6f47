import { createHmac, createSecretKey, randomBytes } from 'node:crypto'
import type { ExternalSpan } from '@sluice/pipeline/ports'
import { LRUCache } from 'lru-cache'

/** A text's digest and its entry without spans, in bytes. */
const ENTRY_BYTES = 150
const SPAN_BYTES = 60
const MAX_BYTES = 8_388_608
/** A server may learn, so what it said counts for an hour. */
const MAX_AGE_MS = 3_600_000

/**
 * What a recognizer said of texts that it has read, by a keyed digest of tenant, language and text, so that the history
 * of a conversation is not sent again with each turn. No text is kept. Bounded by memory and by age.
 */
export class AnalysisMemo {
  readonly #key = createSecretKey(randomBytes(32))
  readonly #known = new LRUCache<string, readonly ExternalSpan[]>({
    maxSize: MAX_BYTES,
    sizeCalculation: (spans) => ENTRY_BYTES + SPAN_BYTES * spans.length,
    ttl: MAX_AGE_MS,
  })

  keyOf(tenant: string, language: string, text: string): string {
    const parts = `${JSON.stringify([tenant, language])}\n${text}`
    return createHmac('sha256', this.#key).update(parts, 'utf16le').digest('base64url')
  }

  get(key: string): readonly ExternalSpan[] | undefined {
    return this.#known.get(key)
  }

  set(key: string, spans: readonly ExternalSpan[]): void {
    this.#known.set(key, spans)
  }
}
