import type { Precision } from './population.ts'

/** One thing that is told of a person. */
export interface Trait {
  readonly precision: Precision
  /** 0 (exclusive) to 1: the share of the population that it is true of. */
  readonly share: number
  /** What was said, in one form for all ways to write it. Only digests of it are kept. */
  readonly value: string
  /** The name of the person as far as one is named; empty where none is. */
  readonly subject: string
}
