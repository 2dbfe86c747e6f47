/** A date as far as it is told. */
export interface ToldDate {
  readonly year?: number
  /** 1 to 12. */
  readonly month?: number
  /** 1 to 31. */
  readonly day?: number
}

/** How far behind a word its date may stand, in UTF-16 code units. */
const REACH = 48

/** The first letters of the months in English, German, French, Spanish and Italian. */
const MONTHS: Readonly<Record<string, number>> = {
  ...{ jan: 1, ene: 1, gen: 1, feb: 2, fév: 2, fev: 2, mar: 3, mär: 3, apr: 4, avr: 4, abr: 4, may: 5, mai: 5, mag: 5 },
  ...{ jun: 6, juin: 6, giu: 6, jul: 7, juil: 7, lug: 7, aug: 8, aoû: 8, aou: 8, ago: 8, sep: 9, set: 9, oct: 10 },
  ...{ okt: 10, ott: 10, nov: 11, dec: 12, dez: 12, déc: 12, dic: 12 },
}
const MONTH = `(${Object.keys(MONTHS)
  .toSorted((one, other) => other.length - one.length)
  .join('|')})[a-zäéûç]{0,7}\\.?`
const YEAR = '((?:19|20)\\d\\d)'

/** The ways to write a date, each with the place of year, month and day among its groups; 0 where it has none. */
const FORMS: readonly (readonly [form: RegExp, year: number, month: number, day: number])[] = [
  [new RegExp(`\\b${YEAR}[-/.](\\d{1,2})[-/.](\\d{1,2})\\b`), 1, 2, 3],
  [new RegExp(`\\b(\\d{1,2})[-/.] ?(\\d{1,2})[-/.] ?${YEAR}\\b`), 3, 2, 1],
  [/\b(\d{1,2})[-/.](\d{1,2})[-/.](\d\d)\b/, 3, 2, 1],
  [new RegExp(`\\b(\\d{1,2})(?:st|nd|rd|th|\\.)? (?:of |de )?${MONTH},?(?: (?:de )?${YEAR})?\\b`, 'i'), 3, 2, 1],
  [new RegExp(`\\b${MONTH} (\\d{1,2})(?:st|nd|rd|th)?(?:,? ${YEAR})?\\b`, 'i'), 3, 1, 2],
  [new RegExp(`\\b${MONTH},? ${YEAR}\\b`, 'i'), 2, 1, 0],
  [new RegExp(`\\b${YEAR}\\b`), 1, 0, 0],
]

/** The date that stands behind a place, before the sentence ends; undefined where none does. */
export function dateBehind(text: string, from: number): ToldDate | undefined {
  const behind = text.slice(from, from + REACH)
  const end = behind.search(/[;!?\n]/)
  const read = end === -1 ? behind : behind.slice(0, end)
  // Most words have no digit behind them.
  if (!/\d/.test(read)) return undefined
  for (const [form, year, month, day] of FORMS) {
    const match = form.exec(read)
    if (match !== null) return toldDate(match[year], match[month], match[day], [year, month, day])
  }
  return undefined
}

function toldDate(
  year: string | undefined,
  month: string | undefined,
  day: string | undefined,
  [hasYear, hasMonth, hasDay]: readonly [number, number, number],
): ToldDate | undefined {
  const told = {
    ...(hasYear === 0 || year === undefined ? {} : { year: fullYear(year) }),
    ...(hasMonth === 0 || month === undefined ? {} : { month: monthOf(month) }),
    ...(hasDay === 0 || day === undefined ? {} : { day: Number(day) }),
  }
  const isDate = (told.month ?? 1) >= 1 && (told.month ?? 1) <= 31 && (told.day ?? 1) >= 1 && (told.day ?? 1) <= 31
  return isDate ? told : undefined
}

/** A year of two digits is the last one with them. */
function fullYear(year: string): number {
  const number = Number(year)
  return number >= 100 ? number : number > 29 ? 1_900 + number : 2_000 + number
}

function monthOf(text: string): number {
  return /^\d/.test(text) ? Number(text) : (MONTHS[text.toLowerCase()] ?? 0)
}

/**
 * Day and month in one form for all orders of writing: `3/4` is the third of April or the fourth of March, so the two
 * are taken for one day.
 */
export function dayOfYear({ month = 0, day = 0 }: ToldDate): string {
  return [month, day].toSorted((one, other) => one - other).join('-')
}
