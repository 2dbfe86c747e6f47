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

/** A sign whose every match has a letter beyond ASCII in it. */
export function signalInOtherScript(weight: number, pattern: RegExp): Signal {
  return { weight, pattern, needs: 'other-script' }
}
