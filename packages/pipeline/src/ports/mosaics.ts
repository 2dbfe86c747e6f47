import type { MosaicOwner, Trait } from '@sluice/mosaic'

/** What callers have told of persons, each caller apart. */
export interface Mosaics {
  /**
   * Remembers what a request tells, and says how few people fit that and what the same caller has told before in the
   * session and on the day. Undefined where they are not too few. It works in memory.
   */
  judge(owner: MosaicOwner, traits: readonly Trait[], nowMs: number): number | undefined

  /** What `judge` would say. It remembers nothing, so that what is read anew counts once. */
  foresee(owner: MosaicOwner, traits: readonly Trait[], nowMs: number): number | undefined
}
