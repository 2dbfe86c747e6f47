import { isDay } from './calendar.ts'
import { OTHER_WORDS } from './months.ts'
import { type DatePlace, dateWithTime } from './times.ts'

/** `4 `, `4th of `, `4. `, `1er `, `4 de `, `13-`. */
const DAY_BEFORE = /(?<![\w./,:-])(\d{1,2})(?:\.|st|nd|rd|th|er|º|ª|°)?(?:[ \t]{1,2}|-|\/)?(?:(?:of|de|di)[ \t])?$/i
/** ` 1776`, `, 1776`, ` de 1776`, `-1776`, `-86`. */
const YEAR_BEHIND = /\.?(?:,?[ \t]{1,2}|[-/,])(?:(?:of|de|del|di|do|in)[ \t])?((?:1[5-9]|2[01])\d\d)(?![\w]|[.,:-]\d)/iy
const SHORT_YEAR_BEHIND = /\.?(?:[-/]|[ \t]')(\d\d)(?![\w]|[.,:-]\d)/y
/** ` 4th`. */
const DAY_BEHIND = /\.?[ \t]{1,2}(\d{1,2})(?:st|nd|rd|th)?(?![\w%°]|[.,:/-]\d)/iy
const ENGLISH =
  /^(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)$/i

/** How far a day stands before its month, in code units. */
const DAY_REACH = 14
/** How near a digit must stand for a closer look. */
const DIGIT_REACH = 6

/**
 * The date whose month is named at a place of a text: `4 July 1776`, `July 4th, 1776`, `4. Juli`, `4 de julio de 1776`,
 * `July 1776`. A day that the month does not have makes none.
 */
export function wordedDateAt(text: string, start: number, end: number, month: number): DatePlace | undefined {
  if (!hasDigitNear(text, start, end)) return undefined
  const before = DAY_BEFORE.exec(text.slice(Math.max(0, start - DAY_REACH), start))
  const name = text.slice(start, end)
  const isOtherWord = OTHER_WORDS.has(name.toLowerCase())
  if (before !== null && isDay(2000, month, Number(before[1]))) {
    const from = start - before[0].length
    const year = endOf(YEAR_BEHIND, text, end) ?? endOf(SHORT_YEAR_BEHIND, text, end)
    if (year !== undefined) return dateWithTime(text, from, year, 0.9)
    return isOtherWord && !/[ \t](?:of|de|di)[ \t]$/i.test(before[0]) ? undefined : dateWithTime(text, from, end, 0.6)
  }
  if (ENGLISH.test(name)) {
    DAY_BEHIND.lastIndex = end
    const day = DAY_BEHIND.exec(text)
    if (day !== null && isDay(2000, month, Number(day[1]))) {
      const dayEnd = end + day[0].length
      const year = endOf(YEAR_BEHIND, text, dayEnd)
      if (year !== undefined) return dateWithTime(text, start, year, 0.9)
      return isCapital(name) ? dateWithTime(text, start, dayEnd, 0.6) : undefined
    }
  }
  if (isOtherWord && !(isCapital(name) && ENGLISH.test(name))) return undefined
  const year = endOf(YEAR_BEHIND, text, end)
  return year === undefined ? undefined : { start, end: year, dayEnd: year, confidence: 0.6, isGuess: true }
}

function hasDigitNear(text: string, start: number, end: number): boolean {
  for (let at = Math.max(0, start - DIGIT_REACH); at < start; at += 1) if (isDigitAt(text, at)) return true
  for (let at = end; at < end + DIGIT_REACH; at += 1) if (isDigitAt(text, at)) return true
  return false
}

function isDigitAt(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return code >= 0x30 && code <= 0x39
}

function isCapital(name: string): boolean {
  return /^\p{Lu}\p{Ll}/u.test(name)
}

function endOf(pattern: RegExp, text: string, from: number): number | undefined {
  pattern.lastIndex = from
  return pattern.test(text) ? pattern.lastIndex : undefined
}
