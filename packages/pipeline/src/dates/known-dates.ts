const WORD_UNIT = /[\p{L}\p{M}\p{N}_]/u

/** Some dates as they were written, to be found again where they stand in the same form. */
export class KnownDates {
  readonly #texts: ReadonlySet<string>
  /** The longest first. */
  readonly #lengths: readonly number[]
  /** What they begin with. */
  readonly #firstUnits: ReadonlySet<number>
  #beginnings: ReadonlySet<string> | undefined

  constructor(texts: Iterable<string>) {
    this.#texts = new Set(texts)
    this.#lengths = [...new Set(Array.from(this.#texts, ({ length }) => length))].toSorted((a, b) => b - a)
    this.#firstUnits = new Set(Array.from(this.#texts, (text) => text.charCodeAt(0)))
  }

  /**
   * The next place from `from` on where a word or a number begins as one of them does; the text's length where there is
   * none. What stands before the text ends with `lead`.
   */
  nextPlace(text: string, from: number, lead = ''): number {
    for (let at = from; at < text.length; at += 1) {
      if (!this.#firstUnits.has(text.charCodeAt(at))) continue
      if (!isWordUnit(at > 0 ? text.charCodeAt(at - 1) : lead.charCodeAt(lead.length - 1))) return at
    }
    return text.length
  }

  /** The longest of them that begins at a place of a text. */
  at(text: string, start: number): string | undefined {
    for (const length of this.#lengths) {
      const written = text.slice(start, start + length)
      if (this.#texts.has(written)) return written
    }
    return undefined
  }

  /** Whether all that stands from there on is the beginning of one of them, and not the whole. */
  mayBeginAt(text: string, start: number): boolean {
    if (text.length - start >= (this.#lengths[0] ?? 0)) return false
    this.#beginnings ??= beginningsOf(this.#texts)
    return this.#beginnings.has(text.slice(start))
  }
}

function beginningsOf(texts: ReadonlySet<string>): ReadonlySet<string> {
  const beginnings = new Set<string>()
  for (const text of texts) for (let end = 1; end < text.length; end += 1) beginnings.add(text.slice(0, end))
  return beginnings
}

/** NaN, where nothing stands, is none. */
function isWordUnit(code: number): boolean {
  if (code >= 0x80) return WORD_UNIT.test(String.fromCharCode(code))
  return (
    (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) || (code >= 0x30 && code <= 0x39) || code === 0x5f
  )
}
