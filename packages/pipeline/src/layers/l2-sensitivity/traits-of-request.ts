import { readTraits, type Trait } from '@sluice/mosaic'
import type { SlicedWork } from '../../run/slice-queue.ts'
import { WINDOW_LENGTH, windowsOf } from '../../run/windows.ts'
import type { Span } from './recognizer.ts'

/** Nothing that tells a trait is longer, with the words around it, in UTF-16 code units. */
const LONGEST_TRAIT = 128
/** A request that tells more tells of so many persons that the rest changes nothing. */
const MAX_TRAITS = 1_000

/** What a text costs beside its length, in UTF-16 code units. */
const TEXT_COST = 32

/** What a request tells of persons, read text by text. */
export class TraitsOfRequest {
  #unpaid = 0
  readonly #told = new Map<string, Trait>()

  /** What is told, each once. */
  get traits(): readonly Trait[] {
    return [...this.#told.values()]
  }

  /** Reads one text. Linear. */
  *readSteps(text: string, spans: readonly Span[]): SlicedWork<void> {
    let [from, next] = [0, 0]
    for (const window of windowsOf(text, LONGEST_TRAIT)) {
      // A look costs far less than recognizing what a text holds, which has paid for a few short texts as well.
      this.#unpaid += window.length + TEXT_COST
      if (this.#unpaid > 2 * WINDOW_LENGTH) {
        yield this.#unpaid / 4
        this.#unpaid = 0
      }
      if (this.#told.size < MAX_TRAITS) {
        const start = Math.max(0, from - LONGEST_TRAIT)
        while (next < spans.length && (spans[next]?.end ?? 0) <= start) next += 1
        this.#read(window, spansWithin(spans, next, start, window.length))
      }
      from += WINDOW_LENGTH
    }
  }

  #read(window: string, spans: Parameters<typeof readTraits>[1]): void {
    for (const trait of readTraits(window, spans)) {
      const name = `${trait.precision} ${trait.subject}\n${trait.value}`
      if (this.#told.size < MAX_TRAITS || this.#told.has(name)) this.#told.set(name, trait)
    }
  }
}

/** The spans that begin in a window, by where they stand in it. Spans are in order. */
function spansWithin(spans: readonly Span[], first: number, start: number, length: number) {
  if (start === 0 && (spans.at(-1)?.start ?? 0) < length) return spans
  const within = []
  for (let at = first; at < spans.length; at += 1) {
    const span = spans[at]
    if (span === undefined || span.start >= start + length) break
    within.push({ entity: span.entity, start: Math.max(0, span.start - start), end: span.end - start })
  }
  return within
}
