/** The label of everything beyond the bound. */
const OTHER = 'other'

/**
 * Keeps the values of one metric label few: the first `max` values keep their name, all later ones are counted
 * together.
 */
export class BoundedLabels {
  readonly #max: number
  readonly #known = new Set<string>()

  constructor(max: number) {
    this.#max = max
  }

  of(value: string): string {
    if (this.#known.has(value)) return value
    if (this.#known.size >= this.#max) return OTHER
    this.#known.add(value)
    return value
  }
}
