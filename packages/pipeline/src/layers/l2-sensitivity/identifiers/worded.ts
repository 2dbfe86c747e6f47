import type { EntityType, Level } from '@sluice/contracts'

/** A part of a text, in code units. */
export interface Place {
  readonly start: number
  readonly end: number
}

/** A place that holds a value. */
export interface Claim extends Place {
  /** 0..1; 0.8 where it is left out. */
  readonly confidence?: number
  /** Whether its form is a guess, which gives way to what check digits or a grammar confirm. */
  readonly isGuess?: boolean
  /** Where the level of its type does not hold. */
  readonly level?: Level
}

/** A value that a word beside it gives away. */
export interface Worded {
  readonly entity: EntityType
  /** Letter case does not count; a word of the text ends where the phrase does. */
  readonly phrases: readonly string[]
  /** What stands beside the phrase that begins at `from`, and whose last word is from `start` to `end`. Bounded. */
  readonly find: (text: string, end: number, start: number, from: number) => readonly Claim[]
}
