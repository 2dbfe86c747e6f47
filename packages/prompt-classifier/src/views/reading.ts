import type { Span } from '@sluice/text-folding'

/** One way to read a text. */
export interface Reading {
  readonly text: string
  /** The part of the written text that a part of this one was read from: of what is encoded, the whole run. */
  readonly spanOf: (span: Span) => Span
}
