/** One sign of a technique. */
export interface Signal {
  /** How sure this sign alone makes, 0..1. */
  readonly weight: number
  /** Over normalised text. Every repetition in it is bounded. */
  readonly pattern: RegExp
  /** The pattern cannot match unless the text has one of these words; spares most texts most patterns. */
  readonly needs: readonly string[]
}

export interface Technique {
  /** The finding's `threat`. */
  readonly name: string
  readonly signals: readonly Signal[]
}

/** A sign, with the words that it needs in one string. */
export function signal(weight: number, needs: string, pattern: RegExp): Signal {
  return { weight, pattern, needs: needs === '' ? [] : needs.split(' ') }
}
