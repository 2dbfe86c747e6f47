import type { EntityType } from '@sluice/contracts'

/** How many values of a type there may be. */
export type TypeCount = readonly [entity: EntityType, count: number]

/** Half as sure as a finding has to be: a second look counts it. */
export const WEAK_SHARE = 0.5

/**
 * Counts what recognizers claim of one text without being sure enough for a finding. A claim belongs to the window that
 * it begins in, and counts once however often the text is read. Places count in the text as it was folded.
 */
export class WeakFindings {
  readonly #seen = new Map<string, EntityType>()
  #shift = 0
  #from = 0
  #to = Number.POSITIVE_INFINITY

  /** The window that is read next: its place `n` is `n + shift` of the text. Claims from `from` to `to` are its own. */
  beginWindow(shift: number, from: number, to: number): void {
    this.#shift = shift
    this.#from = from
    this.#to = to
  }

  add(entity: EntityType, start: number): void {
    const place = start + this.#shift
    if (place >= this.#from && place < this.#to) this.#seen.set(`${entity} ${place}`, entity)
  }

  /** What was counted, by type. */
  counts(): readonly TypeCount[] {
    if (this.#seen.size === 0) return NONE
    const counts = new Map<EntityType, number>()
    for (const entity of this.#seen.values()) counts.set(entity, (counts.get(entity) ?? 0) + 1)
    return [...counts]
  }
}

const NONE: readonly TypeCount[] = []
