/** Nothing that is deeper is walked, here or by the layers. */
const MAX_DEPTH = 64

/**
 * How many values (members and items) a JSON value holds, those of JSON texts in it included, which the layers read as
 * well. Counting ends behind `most`, and with a value that is nested too deeply, which counts as more.
 */
export function countValues(value: unknown, most: number): number {
  return new Counter(most).count(value, 0)
}

class Counter {
  readonly #most: number
  #found = 0

  constructor(most: number) {
    this.#most = most
  }

  count(value: unknown, depth: number): number {
    this.#found += 1
    if (depth > MAX_DEPTH) this.#found = this.#most + 1
    else if (typeof value === 'string') this.#found += valuesInText(value, this.#most)
    else if (Array.isArray(value)) for (const item of value) this.#countInner(item, depth)
    else if (typeof value === 'object' && value !== null)
      for (const name of Object.keys(value)) this.#countInner(Reflect.get(value, name), depth)
    return this.#found
  }

  #countInner(value: unknown, depth: number): void {
    if (this.#found <= this.#most) this.count(value, depth + 1)
  }
}

/** What follows a value within JSON. */
const COMMA = ','

/** At least the values of a text that may be JSON: all its commas, because strings in it may be JSON again. */
function valuesInText(text: string, most: number): number {
  if (!/^\s*["[{]/.test(text)) return 0
  let found = 0
  for (let at = text.indexOf(COMMA); at !== -1 && found <= most; at = text.indexOf(COMMA, at + 1)) found += 1
  return found
}
