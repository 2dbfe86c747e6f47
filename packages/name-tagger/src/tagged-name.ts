import type { NameKind } from './labels.ts'

/** A name that the tagger found, in UTF-16 code units of the text. */
export interface TaggedName {
  readonly kind: NameKind
  readonly start: number
  readonly end: number
  /** The mean probability of its tokens, 0..1. */
  readonly score: number
}
