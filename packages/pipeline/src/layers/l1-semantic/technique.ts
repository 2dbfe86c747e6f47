import { type Parts, sequence } from './phrase-parts.ts'

/** One sign of a technique. */
export interface Signal {
  /** How sure this sign alone makes, 0..1. */
  readonly weight: number
  /** Over normalised text. Every repetition in it is bounded. */
  readonly pattern: RegExp
  /**
   * The pattern is tried only on texts that have one of these words, which spares most texts most patterns. Empty: on
   * every text. `other-script`: on texts that are not wholly ASCII, as every match of the pattern is.
   */
  readonly needs: readonly string[] | 'other-script'
  /** Texts that it matches; one of them is matched by no other sign of any technique. */
  readonly matches: readonly string[]
  /** Texts that look alike and are not matched. */
  readonly nearMisses: readonly string[]
}

export interface Technique {
  /** The finding's `threat`. */
  readonly name: string
  /** Where the technique is described. */
  readonly source: string
  readonly signals: readonly Signal[]
}

interface Phrase extends Omit<Signal, 'pattern' | 'needs'> {
  /** Words that spaces separate, in as many texts as fit their lines; `other-script` as in `Signal`. */
  readonly needs: readonly string[] | 'other-script'
  /** The ways to say it. */
  readonly says: readonly Parts[]
}

/** Compiles a phrase. */
export function phrase({ weight, needs, says, matches, nearMisses }: Phrase): Signal {
  return {
    weight,
    pattern: new RegExp(says.map(sequence).join('|')),
    needs: needs === 'other-script' ? needs : needs.flatMap((words) => words.split(' ')),
    ...{ matches, nearMisses },
  }
}
