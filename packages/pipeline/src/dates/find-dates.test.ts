import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { datesIn, isWholeDate, mayGoOn } from './find-dates.ts'
import { monthsNamed } from './months.ts'
import { NUMERIC_FORMS, NumericDates, UNSURE } from './numeric-dates.ts'
import type { DatePlace } from './times.ts'
import { wordedDateAt } from './worded-dates.ts'

const numeric = new NumericDates(NUMERIC_FORMS)

/** Looks at every word and every number. */
function datesByEachWord(text: string): readonly DatePlace[] {
  const dates: DatePlace[] = []
  const runs = /\d+|\p{Lu}+(?:(?!\p{Lu})\p{L})*|(?:(?!\p{Lu})\p{L})+/gu
  for (const { 0: run, index } of text.matchAll(runs)) {
    const month = monthsNamed(run)[0]?.month
    const worded = month === undefined ? undefined : wordedDateAt(text, index, index + run.length, month)
    const date = /^\d/.test(run) ? numeric.at(text, index, run.length) : worded
    if (date !== undefined && date.confidence > UNSURE && date.start >= (dates.at(-1)?.end ?? 0)) dates.push(date)
  }
  return dates
}

describe('dates in a text', () => {
  it('are found with their time, and without', () => {
    const text = 'From 4 July 2026 at 10:00 to 2026-07-14, or 12.9.2026; never in May 2027, nor in 2028 or on Monday.'
    expect(datesIn(text).map(({ start, end, dayEnd }) => [text.slice(start, dayEnd), text.slice(dayEnd, end)])).toEqual(
      [
        ['4 July 2026', ' at 10:00'],
        ['2026-07-14', ''],
        ['12.9.2026', ''],
        ['May 2027', ''],
      ],
    )
  })
})

it('are found near digits as by each word', () => {
  const piece = fc.constantFrom(
    ...['4', '14', '2026', 'July', 'May', 'mayo', ' de ', ' ', ', ', '. ', '-', '/', 'st', ' at 10:00', 'she', 'x'],
    ...['2026-07-04', '4.7.2026', 'a word or two and more', 'JULY', 'é', '\n', "'86", 'of '],
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 16 }), (pieces) => {
      const text = pieces.join('')
      expect(datesIn(text)).toEqual(datesByEachWord(text))
    }),
    { numRuns: 1_000 },
  )
})

describe('a whole date', () => {
  it.each([
    ['on <12 September>, she', true],
    ['**<12 September 2026>**', true],
    ['<2026-09-12>T10:00', true],
    ['<2026-09-12> 10:00', true],
    ['(<12 May>)', true],
    ['<12 September> 2027', false],
    ['<12 September>, 2027', false],
    ['1<2 September>', false],
    ['<12 Sep>tember', false],
    ['<September 1>2', false],
    ['10-<12 September>', false],
    ['2026-<09-12-2026>', false],
    ['May <12 September>', false],
    ['v<2026-09-12>', false],
    ['<2026-09-12>-4', false],
  ])('%s: %s', (marked, isWhole) => {
    const start = marked.indexOf('<')
    const end = marked.indexOf('>') - 1
    expect(isWholeDate(marked.replace(/[<>]/g, ''), start, end)).toBe(isWhole)
  })

  it.each(['', ',', ', ', ' ', '.', ' de ', ' de 20', '-', ' 2026', 't', 'T', " '8", '/2026.'])(
    'may go on with %j',
    (behind) => {
      expect(mayGoOn(behind)).toBe(true)
    },
  )

  it.each([' she', ', she', ' PERSON', '\n', '. She', '**', ' 20265', ') '])('does not go on with %j', (behind) => {
    expect(mayGoOn(behind)).toBe(false)
  })
})
