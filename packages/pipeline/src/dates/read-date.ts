import { type Day, dayAfter } from './calendar.ts'
import { type Language, monthName, monthsNamed } from './months.ts'

/** A date whose day is known for certain, and how to write another day in its form. */
interface ReadDate extends Day {
  /** Whether it names its year. Without one it has `COMMON_YEAR`. */
  readonly hasYear: boolean
  readonly write: (day: Day) => string
}

/** A date without a year is taken for one of a year without a 29 February, before and behind which none has one. */
export const COMMON_YEAR = 2002

/** The Gregorian calendar began in 1582; the grammar of dates ends with 2199. */
const FIRST_YEAR = 1583
const LAST_YEAR = 2199

/** A year in two digits is one of 1970 to 2069. */
const FIRST_SHORT_YEAR = 1970

/** Whether the day or the month stands first in a date of digits that ends with its year. */
export type DateOrder = 'day' | 'month'

type Form = (text: string, order?: DateOrder) => ReadDate | undefined

const FORMS: readonly Form[] = [yearFirst, yearLast, spacedOut, dayAndName, nameAndDay]

/**
 * The day that a text names, which is a date and nothing else; undefined where that is not certain: day and month may
 * stand in either order, there is no day, or the calendar has none such. Linear.
 *
 * @param order what is known of that order from elsewhere.
 */
export function readDate(text: string, order?: DateOrder): ReadDate | undefined {
  for (const form of FORMS) {
    const date = form(text, order)
    if (date === undefined) continue
    return date.year >= FIRST_YEAR && date.year <= LAST_YEAR && dayAfter(date, 0) !== undefined ? date : undefined
  }
  return undefined
}

const YEAR_FIRST = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/

/** ISO 8601-1, and the same with other separators. */
function yearFirst(text: string): ReadDate | undefined {
  const [, year = '', sign = '', month = '', day = ''] = YEAR_FIRST.exec(text) ?? []
  if (year === '') return undefined
  const padded = paddedAs(month, day)
  const write = (other: Day) => [fourDigits(other.year), padded(other.month), padded(other.day)].join(sign)
  return { year: Number(year), month: Number(month), day: Number(day), hasYear: true, write }
}

const YEAR_LAST = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})$/

/**
 * Day and month in the order that their numbers show. With points the day comes first:
 * https://en.wikipedia.org/wiki/List_of_date_formats_by_country
 */
function yearLast(text: string, order?: DateOrder): ReadDate | undefined {
  const [, one = '', sign = '', other = '', written = ''] = YEAR_LAST.exec(text) ?? []
  if (one === '') return undefined
  // `25/07/26` may be a day of 2025 in Japan.
  if (written.length === 2 && sign !== '.' && Number(written) <= 31) return undefined
  const first = orderBy(one, sign, other) ?? order
  if (first === undefined) return undefined
  const isDayFirst = first === 'day'
  const [day, month] = isDayFirst ? [one, other] : [other, one]
  const padded = paddedAs(one, other)
  const write = (moved: Day) => {
    const parts = isDayFirst ? [moved.day, moved.month] : [moved.month, moved.day]
    return [...parts.map(padded), yearLike(written, moved.year)].join(sign)
  }
  return { year: fullYear(written), month: Number(month), day: Number(day), hasYear: true, write }
}

function orderBy(one: string, sign: string, other: string): DateOrder | undefined {
  if (sign === '.' || Number(one) > 12) return 'day'
  return Number(other) > 12 ? 'month' : undefined
}

/** The order of day and month that a date of digits shows by its numbers; undefined for any other text. */
export function orderShown(text: string): DateOrder | undefined {
  const [, one = '', sign = '', other = ''] = YEAR_LAST.exec(text) ?? []
  return one === '' || sign === '.' ? undefined : orderBy(one, sign, other)
}

const SPACED_OUT = /^(\d{1,2})\. (\d{1,2})\. (\d{4})$/

function spacedOut(text: string): ReadDate | undefined {
  const [, day = '', month = '', year = ''] = SPACED_OUT.exec(text) ?? []
  if (day === '') return undefined
  const padded = paddedAs(day, month)
  const write = (other: Day) => `${padded(other.day)}. ${padded(other.month)}. ${fourDigits(other.year)}`
  return { year: Number(year), month: Number(month), day: Number(day), hasYear: true, write }
}

const CONNECTED = String.raw`(?:(?:of|de|del|di|do|in)[ \t])?`
const YEAR_BEHIND = String.raw`(?:(\.?(?:,?[ \t]{1,2}|[-/,])${CONNECTED})(\d{4})|(\.?(?:[-/]|[ \t]'))(\d\d))?`
const DAY_AND_NAME = new RegExp(
  String.raw`^(\d{1,2})(\.|st|nd|rd|th|er|º|ª|°)?((?:[ \t]{1,2}|[-/])?(?:(?:of|de|di)[ \t])?)([\p{L}\p{M}]{3,12})${YEAR_BEHIND}$`,
  'iu',
)

/** `4 July 1976`, `4th of July`, `4. Juli`, `4 de julio de 1976`, `19-Dec-76`. */
function dayAndName(text: string): ReadDate | undefined {
  const [whole, day = '', sign = '', link = '', name = '', ...behind] = DAY_AND_NAME.exec(text) ?? []
  const month = whole === undefined ? undefined : monthOf(name, languagesBy(sign.toLowerCase(), link.toLowerCase()))
  if (month === undefined) return undefined
  const year = yearIn(behind)
  const padded = day.startsWith('0') ? twoDigits : String
  const write = (other: Day) =>
    padded(other.day) +
    signOf(other.day, sign) +
    link +
    monthName({ ...month, month: other.month }, name) +
    year.write(other.year)
  return dateOf(Number(day), month.month, year.year, write)
}

const NAME_AND_DAY = new RegExp(
  String.raw`^([\p{L}\p{M}]{3,12})(\.?[ \t]{1,2})(\d{1,2})(st|nd|rd|th)?${YEAR_BEHIND}$`,
  'iu',
)

/** `July 4`, `Jul. 4th, 1976`: English. */
function nameAndDay(text: string): ReadDate | undefined {
  const [whole, name = '', link = '', day = '', sign = '', ...behind] = NAME_AND_DAY.exec(text) ?? []
  const month = whole === undefined ? undefined : monthOf(name, ENGLISH)
  if (month === undefined) return undefined
  const year = yearIn(behind)
  const padded = day.startsWith('0') ? twoDigits : String
  const write = (other: Day) =>
    monthName({ ...month, month: other.month }, name) +
    link +
    padded(other.day) +
    signOf(other.day, sign) +
    year.write(other.year)
  return dateOf(Number(day), month.month, year.year, write)
}

function dateOf(day: number, month: number, year: number | undefined, write: ReadDate['write']): ReadDate {
  return { year: year ?? COMMON_YEAR, month, day, hasYear: year !== undefined, write }
}

const ENGLISH: readonly Language[] = ['en']

/** The languages that write a day so, the likeliest first; all where nothing says. */
function languagesBy(sign: string, link: string): readonly Language[] {
  if (link.endsWith('of ') || /^(?:st|nd|rd|th)$/.test(sign)) return ENGLISH
  if (link.endsWith('di ')) return ['it']
  if (link.endsWith('de ')) return ['es', 'pt']
  if (sign === '.') return ['de']
  if (sign === 'er') return ['fr']
  return /^[ºª°]$/.test(sign) ? ['es', 'pt', 'it'] : []
}

/** A name in small letters is no German one. */
const IN_CAPITALS: readonly Language[] = ['en', 'de', 'es', 'fr', 'it', 'pt', 'nl']
const IN_SMALL_LETTERS: readonly Language[] = ['en', 'es', 'fr', 'it', 'pt', 'nl', 'de']

/** The month of a name, in the first of the languages that has it, or else in any. */
function monthOf(name: string, languages: readonly Language[]) {
  const readings = monthsNamed(name)
  const usual = name.charAt(0) === name.charAt(0).toLowerCase() ? IN_SMALL_LETTERS : IN_CAPITALS
  const language = [...languages, ...usual].find((each) => readings.some((reading) => reading.language === each))
  return readings.find((reading) => reading.language === language)
}

/** What stands behind a day: `th` changes with it, `er` and `º` belong to the first. */
function signOf(day: number, sign: string): string {
  if (sign === '' || sign === '.') return sign
  if (/^(?:er|[ºª°])$/i.test(sign)) return day === 1 ? sign : ''
  const teen = day % 100 >= 11 && day % 100 <= 13
  const ordinal = teen ? 'th' : (['th', 'st', 'nd', 'rd'][day % 10] ?? 'th')
  return sign === sign.toUpperCase() ? ordinal.toUpperCase() : ordinal
}

/** The year behind a day and its month, with what leads to it. */
function yearIn([link, year, shortLink, shortYear]: readonly (string | undefined)[]) {
  if (year !== undefined) return { year: Number(year), write: (other: number) => `${link}${fourDigits(other)}` }
  if (shortYear === undefined) return { year: undefined, write: () => '' }
  return { year: fullYear(shortYear), write: (other: number) => `${shortLink}${yearLike(shortYear, other)}` }
}

function fullYear(written: string): number {
  if (written.length === 4) return Number(written)
  const year = 1900 + Number(written)
  return year < FIRST_SHORT_YEAR ? year + 100 : year
}

function yearLike(written: string, year: number): string {
  return written.length === 4 ? fourDigits(year) : twoDigits(year % 100)
}

/** With a zero before a single digit, unless one of the two stands there without. */
function paddedAs(one: string, other: string): (part: number) => string {
  return one.length === 1 || other.length === 1 ? String : twoDigits
}

function twoDigits(part: number): string {
  return String(part).padStart(2, '0')
}

function fourDigits(year: number): string {
  return String(year).padStart(4, '0')
}
