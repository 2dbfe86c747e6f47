import {
  emptyFeatures,
  emptyTokens,
  foldForPhrases,
  Lexicon,
  tokenize,
  writeFeatures,
} from '@sluice/prompt-classifier/training'

/** Of a longer text the trainer reads the beginning, in UTF-16 code units. */
export const MAX_TEXT = 30_000

/** A text as the trainer reads it. */
export interface ReadText {
  readonly hashes: Int32Array
  readonly starts: Int32Array
  readonly label: 0 | 1
}

const lexicon = new Lexicon()
let tokens = emptyTokens(1 << 16)
let features = emptyFeatures(1 << 15)

/** The features of a text, in memory of its own; with `hasOrder` those of the rereader. */
export function readText(text: string, label: 0 | 1, hasOrder: boolean): ReadText {
  const folded = foldForPhrases(text.slice(0, MAX_TEXT)).text
  tokens = tokenize(folded, tokens)
  features = writeFeatures(folded, tokens, lexicon, features, hasOrder)
  const { count } = tokens
  return {
    hashes: features.hashes.slice(0, features.starts[count]),
    starts: features.starts.slice(0, count + 1),
    label,
  }
}
