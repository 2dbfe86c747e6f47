import type { TaggedName } from './tagged-name.ts'

/** Sentences that are remembered at most: about half a megabyte of prose, whose letters they share with the text. */
const MAX_SENTENCES = 8_192

/**
 * The names of sentences that were read before, for one text or a few that belong together: what stands in a sentence
 * says all of its names. It holds the sentences themselves, so it lives no longer than their texts.
 */
export class KnownSentences {
  readonly #names = new Map<string, readonly TaggedName[]>()

  /** The names of a sentence, with places in it; undefined where it was not read before. */
  find(sentence: string): readonly TaggedName[] | undefined {
    return this.#names.get(sentence)
  }

  /** Does nothing once it knows as many as it may. */
  remember(sentence: string, names: readonly TaggedName[]): void {
    if (this.#names.size < MAX_SENTENCES) this.#names.set(sentence, names)
  }

  /** Lets go of all sentences. */
  clear(): void {
    this.#names.clear()
  }
}
