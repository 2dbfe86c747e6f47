import { isDay } from './calendar.ts'
import { type DatePlace, dateWithTime } from './times.ts'

/** A way to write a date in digits. */
export interface NumericForm {
  /** Source of a bounded pattern with a group for each part. */
  readonly pattern: string
  /** Whether the parts make a day; two digits of a year say nothing of leap years. */
  readonly holds: (parts: readonly number[]) => boolean
  /** 0..1. */
  readonly confidence: number
}

const YEAR = String.raw`((?:1[5-9]|2[01])\d\d)`

/** In the order in which they are tried. */
export const NUMERIC_FORMS: readonly NumericForm[] = [
  // ISO 8601-1, and the same with other separators.
  {
    pattern: String.raw`${YEAR}(?:-(\d\d?)-|\/(\d\d?)\/|\.(\d\d?)\.)(\d\d?)`,
    holds: ([year = 0, month = 0, day = 0]) => isDay(year, month, day),
    confidence: 0.9,
  },
  // Day and month in either order: https://en.wikipedia.org/wiki/List_of_date_formats_by_country
  {
    pattern: String.raw`(\d\d?)(?:-(\d\d?)-|\/(\d\d?)\/|\.(\d\d?)\.)${YEAR}`,
    holds: ([one = 0, other = 0, year = 0]) => isDay(year, other, one) || isDay(year, one, other),
    confidence: 0.9,
  },
  { pattern: String.raw`(\d\d?)\. (\d\d?)\. ${YEAR}`, holds: dayFirst, confidence: 0.9 },
  { pattern: String.raw`(\d\d?)\/(\d\d?)\/(\d\d)`, holds: anyOrder, confidence: 0.6 },
  { pattern: String.raw`(\d\d)(?:-(\d\d)-|\.(\d\d)\.)(\d\d)`, holds: anyOrder, confidence: 0.6 },
  {
    pattern: String.raw`(0[1-9]|1[0-2])\/((?:19|20)\d\d)`,
    holds: () => true,
    confidence: 0.5,
  },
]

function dayFirst([day = 0, month = 0, year = 0]: readonly number[]): boolean {
  return isDay(year, month, day)
}

function anyOrder([one = 0, other = 0]: readonly number[]): boolean {
  return isDay(2000, other, one) || isDay(2000, one, other)
}

/** The score of a year or a day of the week. */
export const UNSURE = 0.3

/** Reads dates in digits. */
export class NumericDates {
  readonly #forms: readonly (NumericForm & { readonly expression: RegExp })[]

  constructor(forms: readonly NumericForm[]) {
    this.#forms = forms.map((form) => ({
      ...form,
      expression: new RegExp(`${form.pattern}(?:(?=T\\d)|(?![\\w%€$]|[-/.,:]\\d|-[a-z]))`, 'y'),
    }))
  }

  /** The date that begins with a run of digits of this length, and no longer number goes on with. */
  at(text: string, start: number, length: number): DatePlace | undefined {
    if (length > 4 || length === 3) return undefined
    const sign = text.charCodeAt(start + length)
    if (sign !== SLASH && sign !== DASH && sign !== POINT) return length === 4 ? yearAt(text, start) : undefined
    if (
      /[\w./\\#+@$€-]/.test(text.charAt(start - 1)) &&
      !/(?:^|[a-zà-ÿ])\.$/.test(text.slice(Math.max(0, start - 2), start))
    )
      return undefined
    for (const { expression, holds, confidence } of this.#forms) {
      expression.lastIndex = start
      const match = expression.exec(text)
      if (match === null) continue
      const parts = match.slice(1).flatMap((part) => (part === undefined ? [] : [Number(part)]))
      if (holds(parts)) return dateWithTime(text, start, expression.lastIndex, confidence)
    }
    return length === 4 ? yearAt(text, start) : undefined
  }
}

/** Eight digits: ISO 8601-1, basic format, and day and month in either order. */
const COMPACT = /\d{8}(?![\w%€$]|[-/.,:]\d)/y
const CENTURY = /^(?:19|20)/

/** The day that eight digits are, if they are one; without a word for it they are any number. */
export function compactDateAt(text: string, start: number): DatePlace | undefined {
  COMPACT.lastIndex = start
  const [written] = COMPACT.exec(text) ?? []
  if (written === undefined || /[\w./\\#+@$€-]/.test(text.charAt(start - 1))) return undefined
  const [one, other] = [Number(written.slice(0, 2)), Number(written.slice(2, 4))]
  const [month, day] = [Number(written.slice(4, 6)), Number(written.slice(6))]
  const [first, last] = [written.slice(0, 4), written.slice(4)]
  const isDate =
    (CENTURY.test(first) && isDay(Number(first), month, day)) ||
    (CENTURY.test(last) && (isDay(Number(last), other, one) || isDay(Number(last), one, other)))
  const end = start + written.length
  return isDate ? { start, end, dayEnd: end, confidence: 0.9, isGuess: false } : undefined
}

const LONE_YEAR = /(?:1[89]|20)\d\d(?![\w%€$]|[-/.,:]\d)/y
const BEFORE_YEAR = /\b(?:in|since|until|year|seit|jahr|en|desde|año|depuis|dal|nel|em|ano|sinds)\s$/iu

/** A year alone, which says little of a person: found only where the settings ask for findings that are so unsure. */
function yearAt(text: string, start: number): DatePlace | undefined {
  LONE_YEAR.lastIndex = start
  if (!LONE_YEAR.test(text) || !BEFORE_YEAR.test(text.slice(Math.max(0, start - 8), start))) return undefined
  return { start, end: start + 4, dayEnd: start + 4, confidence: UNSURE, isGuess: true }
}

const SLASH = 0x2f
const DASH = 0x2d
const POINT = 0x2e
