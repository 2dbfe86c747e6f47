import { dayAfter } from './calendar.ts'
import { monthsNamed } from './months.ts'
import { COMMON_YEAR, type DateOrder, readDate } from './read-date.ts'

/**
 * The date so many days later, in the very form of another one: order, separators, zeros, language and letter case of
 * the month. Undefined for a text that is no date alone, for one whose day is not certain, and where the later one
 * could be read as another day. A date without a year is moved as in a year without a 29 February.
 *
 * @param order of day and month, where something beside the date shows it.
 */
export function shiftDate(text: string, days: number, order?: DateOrder): string | undefined {
  const date = readDate(text, order)
  const moved = date && dayAfter(date, days)
  if (date === undefined || moved === undefined) return undefined
  const written = date.write(moved)
  const read = readDate(written, order)
  if (read === undefined || read.hasYear !== date.hasYear) return undefined
  const { year, month, day } = { ...moved, ...(date.hasYear ? {} : { year: COMMON_YEAR }) }
  return read.year === year && read.month === month && read.day === day ? written : undefined
}

const LONE_YEAR = /(?<!\d)(?:1[5-9]|2[01])\d\d(?!\d)/g
const MONTH_AND_YEAR = /([\p{L}\p{M}]{3,12})(\.?[ \t]{1,2}(?:(?:of|de|del|di|do)[ \t])?)((?:1[5-9]|2[01])\d\d)(?!\d)/u
const ISO_MONTH = /(?<!\d)((?:1[5-9]|2[01])\d\d-(?:0[1-9]|1[0-2]))-\d\d(?!\d)/

/**
 * What is left of a date when its day is taken away: its month with its year in its own words, or its year; of a day of
 * birth the year alone (45 CFR 164.514(b)(2)(i)(C)). Undefined where it does not name one year.
 */
export function generalizeDate(text: string, isOfBirth: boolean): string | undefined {
  const years = text.match(LONE_YEAR) ?? []
  const [year] = years
  if (year === undefined || years.length > 1) return undefined
  if (isOfBirth) return year
  const iso = ISO_MONTH.exec(text)?.[1]
  if (iso !== undefined) return iso
  const [written = '', name = ''] = MONTH_AND_YEAR.exec(text) ?? []
  if (monthsNamed(name).length > 0) return written
  const [named] = [...text.matchAll(/[\p{L}\p{M}]{3,12}/gu)].filter(([word]) => monthsNamed(word).length > 0)
  return named === undefined ? year : `${named[0]} ${year}`
}
