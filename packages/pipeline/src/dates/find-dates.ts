import { monthsNamed } from './months.ts'
import { NUMERIC_FORMS, NumericDates, UNSURE } from './numeric-dates.ts'
import type { DatePlace } from './times.ts'
import { wordedDateAt } from './worded-dates.ts'

const RUN = /\d+|[\p{L}\p{M}]+/gu
const LONGEST_NAME = 12

const numeric = new NumericDates(NUMERIC_FORMS)

/**
 * The dates of a text, disjoint and in order: in digits, or with the name of their month. A year alone is none, nor is a
 * day of the week. Linear.
 */
export function datesIn(text: string): readonly DatePlace[] {
  const dates: DatePlace[] = []
  for (const { 0: run, index } of text.matchAll(RUN)) {
    const date = dateAt(text, run, index)
    if (date !== undefined && date.confidence > UNSURE && date.start >= (dates.at(-1)?.end ?? 0)) dates.push(date)
  }
  return dates
}

function dateAt(text: string, run: string, at: number): DatePlace | undefined {
  const code = run.charCodeAt(0)
  if (code >= 0x30 && code <= 0x39) return numeric.at(text, at, run.length)
  const month = run.length > LONGEST_NAME ? undefined : monthsNamed(run)[0]?.month
  return month === undefined ? undefined : wordedDateAt(text, at, at + run.length, month)
}

/** How far from a date a sign can say that it is another one, in UTF-16 code units. */
export const DATE_REACH = 24

const IN_WORD = /[\p{L}\p{M}\p{N}_]/u
const JOINED_BEFORE = /\d[-./,:]$/
/** A time of day may follow a date in the form of ISO 8601-1. */
const JOINED_BEHIND = /^(?:[-./,:]\d|(?!T\d)[\p{L}\p{M}\p{N}_])/u

/**
 * Whether a part of a text that can be a date is a whole one there, and no part of another date or word. It looks at no
 * more than `DATE_REACH` code units on each side.
 */
export function isWholeDate(text: string, start: number, end: number): boolean {
  const from = Math.max(0, start - DATE_REACH)
  const before = text.slice(from, start)
  if (IN_WORD.test(before.slice(-1)) || JOINED_BEFORE.test(before)) return false
  if (JOINED_BEHIND.test(text.slice(end, end + 2))) return false
  return datesIn(text.slice(from, end + DATE_REACH)).every((date) => {
    const isApart = date.dayEnd <= start - from || date.start >= end - from
    return isApart || (date.start === start - from && date.dayEnd === end - from)
  })
}

/** What can go on with a date, or make another one of it, while more may follow: all of the text behind it. */
const MAY_GO_ON =
  /^(?:T|(?:s|st|n|nd|r|rd|t|th)?\.?(?:,?[ \t]{0,2}|[-/,])(?:(?:o|of|d|de|del|di|do|i|in)[ \t]?)?'?\d{0,4}[-./,:]?[a-z]?)$/i

/** Whether what follows the text behind a date can still change what `isWholeDate` says of it. */
export function mayGoOn(behind: string): boolean {
  return behind.length < DATE_REACH && MAY_GO_ON.test(behind)
}
