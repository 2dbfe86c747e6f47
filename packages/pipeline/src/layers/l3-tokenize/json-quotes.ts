import { endOfString, isJson, isNumberCode, looksLikeJson } from '../../request/embedded-json.ts'

/** A member's name, with backslashes before its quotes where the JSON stands in JSON, and the colon behind it. */
const MEMBER = /(\\{0,15})"\s{0,4}:\s{0,4}(-?)$/
/** The longest that `MEMBER` matches. */
const MEMBER_LENGTH = 25
const END_OF_MEMBER = /^((?:\.\d{1,15})?(?:e[+-]?\d{1,3})?)\s{0,4}(?:[,}\]]|[\r\n]|$)/i
const END_LENGTH = 26

/** A bare number of JSON in a text, in code units, and the quote that makes it a string there. */
export interface QuotedPlace {
  readonly start: number
  readonly end: number
  readonly quote: string
}

/** A part of a text, in code units. */
interface Part {
  readonly start: number
  readonly end: number
}

/**
 * Finds the bare numbers of JSON (`"card": 4111111111111111`) that need quotes once a token stands in them, so that
 * the JSON stays valid. Asked from left to right; linear over all questions about one text.
 */
export class JsonQuotes {
  readonly #text: string
  /** The whole text, or the line asked for last, and whether it is JSON. */
  #part: Part = { start: 0, end: 0 }
  #isJson = false
  /** Where the walk over the JSON stands: outside of strings and numbers. */
  #at = 0
  /** The end of the string that begins at `#at`, remembered for all that is asked inside it. */
  #stringEnd = 0
  #started = false

  constructor(text: string) {
    this.#text = text
  }

  /** The number of JSON that holds a span; absent everywhere else. */
  around(start: number, end: number): QuotedPlace | undefined {
    if (!/[\d-]/.test(this.#text.charAt(start))) return undefined
    this.#moveTo(start)
    if (!this.#isJson) return this.#member(start, end)
    const number = this.#numberAt(start)
    if (number !== undefined) return { start: number.start, end: Math.max(number.end, end), quote: '"' }
    const member = this.#member(start, end)
    // Inside a string of JSON, a quote without a backslash would end the string.
    return member?.quote === '"' ? undefined : member
  }

  #moveTo(start: number): void {
    if (this.#started && start < this.#part.end) return
    if (!this.#started) {
      this.#started = true
      if (this.#enter({ start: 0, end: this.#text.length })) return
    }
    const newline = this.#text.indexOf('\n', start)
    const from = this.#text.lastIndexOf('\n', start) + 1
    this.#enter({ start: from, end: newline === -1 ? this.#text.length : newline })
  }

  #enter(part: Part): boolean {
    const written = this.#text.slice(part.start, part.end)
    this.#isJson = looksLikeJson(written) && isJson(written)
    this.#part = part
    this.#at = part.start
    return this.#isJson
  }

  #numberAt(place: number): Part | undefined {
    while (this.#at <= place) {
      const start = this.#at
      const code = this.#text.charCodeAt(start)
      if (code === 0x22) {
        if (this.#stringEnd <= start) this.#stringEnd = endOfString(this.#text, start)
        if (this.#stringEnd > place) return undefined
        this.#at = this.#stringEnd
      } else if (code === 0x2d || (code >= 0x30 && code <= 0x39)) {
        const end = this.#endOfNumber(start)
        if (end > place) return { start, end }
        this.#at = end
      } else this.#at += 1
    }
    return undefined
  }

  #endOfNumber(start: number): number {
    let end = start + 1
    while (end < this.#part.end && isNumberCode(this.#text.charCodeAt(end))) end += 1
    return end
  }

  #member(start: number, end: number): QuotedPlace | undefined {
    const member = MEMBER.exec(this.#text.slice(Math.max(0, start - MEMBER_LENGTH), start))
    const after = END_OF_MEMBER.exec(this.#text.slice(end, end + END_LENGTH))
    if (member === null || after === null) return undefined
    const [, backslashes = '', minus = ''] = member
    return { start: start - minus.length, end: end + (after[1] ?? '').length, quote: `${backslashes}"` }
  }
}

/** A value as JSON has it that is kept in ASCII, which is what Python's `json.dumps` writes. */
export function asciiJson(value: string): string {
  return value.replaceAll(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
