import { monthsNamed } from './months.ts'
import { NUMERIC_FORMS, NumericDates, UNSURE } from './numeric-dates.ts'
import type { DatePlace } from './times.ts'
import { wordedDateAt } from './worded-dates.ts'

/** A number, or a word: one ends where a capital follows a small letter. */
const RUN = /\d+|[\p{Lu}\p{M}]+(?:(?!\p{Lu})[\p{L}\p{M}])*|(?:(?!\p{Lu})[\p{L}\p{M}])+/gu
const DIGIT = /\d/g
const IN_NUMBER = /[\p{L}\p{M}\d]/u

/** How far from a digit the name of a month may begin or end, in code units. */
const NEAR = 20
const LONGEST_NAME = 12

const numeric = new NumericDates(NUMERIC_FORMS)

/**
 * The dates of a text, disjoint and in order: in digits, or with the name of their month. A year alone is none, nor is
 * a day of the week. Linear.
 */
export function datesIn(text: string): readonly DatePlace[] {
  const dates: DatePlace[] = []
  let read = 0
  DIGIT.lastIndex = 0
  for (let digit = DIGIT.exec(text); digit !== null; digit = DIGIT.exec(text)) {
    let from = Math.max(read, digit.index - NEAR)
    while (from > read && IN_NUMBER.test(text.charAt(from - 1))) from -= 1
    read = readRuns(text, from, dates)
    DIGIT.lastIndex = read
  }
  return dates
}

/** Adds the dates of the words and numbers from `from` on, as far as digits are near. Returns how far it has read. */
function readRuns(text: string, from: number, dates: DatePlace[]): number {
  let end = from
  let to = from + 2 * NEAR
  RUN.lastIndex = from
  for (let run = RUN.exec(text); run !== null && run.index <= to; run = RUN.exec(text)) {
    end = run.index + run[0].length
    if (isDigit(run[0].charCodeAt(0))) to = Math.max(to, end + NEAR)
    const date = dateAt(text, run[0], run.index)
    if (date !== undefined && date.confidence > UNSURE && date.start >= (dates.at(-1)?.end ?? 0)) dates.push(date)
    // The next one is read by itself: the patterns of dates use other places.
    RUN.lastIndex = end
  }
  return Math.max(end, to)
}

function dateAt(text: string, run: string, at: number): DatePlace | undefined {
  if (isDigit(run.charCodeAt(0))) return numeric.at(text, at, run.length)
  const month = run.length > LONGEST_NAME ? undefined : monthsNamed(run)[0]?.month
  return month === undefined ? undefined : wordedDateAt(text, at, at + run.length, month)
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39
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
