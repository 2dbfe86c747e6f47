import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { generalizeDate, shiftDate } from './change-date.ts'
import { datesIn } from './find-dates.ts'
import { MONTHS } from './months.ts'
import { readDate } from './read-date.ts'

/** Ten weeks. */
const DAYS = 70

const SHIFTED: readonly (readonly [text: string, later: string])[] = [
  ['2026-07-04', '2026-09-12'],
  ['2026/7/4', '2026/9/12'],
  ['2026.07.04', '2026.09.12'],
  ['2026-12-24', '2027-03-04'],
  ['14/08/2026', '23/10/2026'],
  ['24.12.2026', '04.03.2027'],
  ['4.7.2026', '12.9.2026'],
  ['4. 7. 2026', '12. 9. 2026'],
  ['04.07.26', '12.09.26'],
  ['14/4/86', '23/6/86'],
  ['7/14/1986', '9/22/1986'],
  ['4 July 2026', '12 September 2026'],
  ['4th of July, 2026', '12th of September, 2026'],
  ['22ND July 2026', '30TH September 2026'],
  ['23 Jul. 2026', '1 Oct. 2026'],
  ['4 July', '12 September'],
  ['04 July', '12 September'],
  ['4 JULY', '12 SEPTEMBER'],
  ['4 jul 2026', '12 sep 2026'],
  ['July 4', 'September 12'],
  ['July 4th, 2026', 'September 12th, 2026'],
  ['Jul 4, 2026', 'Sep 12, 2026'],
  ['26 July 2026', '4 October 2026'],
  ['4. Juli 2026', '12. September 2026'],
  ['24. Dezember', '4. März'],
  ['4 de julio de 2026', '12 de septiembre de 2026'],
  ['4 de julho de 2026', '12 de setembro de 2026'],
  ['4 juillet 2026', '12 septembre 2026'],
  ['1er juillet 2026', '9 septembre 2026'],
  ['4 luglio 2026', '12 settembre 2026'],
  ['4 juli 2026', '12 september 2026'],
  ['4 dezembro 2026', '12 fevereiro 2027'],
  ["19 Dec '76", "27 Feb '77"],
  ['19-Dec-76', '27-Feb-77'],
  ['13-noviembre-2017', '22-enero-2018'],
  ['4 February 2024', '14 April 2024'],
  ['4 February 2026', '15 April 2026'],
]

/** Each has no certain day, or none that the calendar has, or one that would be read as another when it is shifted. */
const NOT_SHIFTED = [
  ...['04/07/2026', '05/05/2026', '31/07/2026', '25/07/26', '07.25.2026', '31.02.2026', '29 February', '29.02.2025'],
  ...['07/2026', 'July 2026', '2026', 'Tuesday', '4 July 2026 at 10:00', 'x 4 July', '4 Brumaire 2026', '', '4'],
  ...['24.10.2199', '24.10.69', '4 September 1582'],
]

describe('a date that is shifted', () => {
  it.each(SHIFTED)('%s', (text, later) => {
    expect(shiftDate(text, DAYS)).toBe(later)
  })

  it.each(NOT_SHIFTED.filter((text) => text !== '31/07/2026'))('not %j', (text) => {
    expect(shiftDate(text, DAYS)).toBeUndefined()
  })

  it('is none where it would be read in the other order', () => {
    // 9 October: day and month could be either.
    expect(shiftDate('31/07/2026', DAYS)).toBeUndefined()
    expect(shiftDate('31/07/2026', DAYS + 14)).toBe('23/10/2026')
  })

  it('knows each name of each month', () => {
    for (const { month, names } of MONTHS) {
      for (const name of names) {
        const later = shiftDate(`14 ${name} 2026`, 365)
        expect([name, later?.startsWith('14 ')]).toEqual([name, true])
        expect(MONTHS.find((each) => each.names.includes(later?.split(' ')[1] ?? ''))?.month).toBe(month)
      }
    }
  })
})

const weeks = fc.integer({ min: 4, max: 52 }).chain((count) => fc.constantFrom(7 * count, -7 * count))
const day = fc
  .date({ min: new Date('1990-01-01'), max: new Date('2060-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))
const month = fc.constantFrom(...MONTHS.flatMap(({ names }) => names))
const written = fc.oneof(
  day,
  day.map((iso) => iso.split('-').toReversed().join('.')),
  day.map((iso) => iso.split('-').toReversed().join('/')),
  fc.tuple(fc.integer({ min: 1, max: 28 }), month).map(([at, name]) => `${at} ${name} 2031`),
  fc.tuple(fc.integer({ min: 1, max: 28 }), month).map(([at, name]) => `${at} de ${name}`),
)

function dayOf(text: string) {
  const { year, month: at, day: on } = readDate(text) ?? {}
  return [year, at, on]
}

describe('dates that are shifted', () => {
  it('keep their distance, their order and their day of the week', () => {
    fc.assert(
      fc.property(day, day, weeks, (one, other, days) => {
        const [a = '', b = ''] = [shiftDate(one, days), shiftDate(other, days)]
        expect(Date.parse(a) - Date.parse(b)).toBe(Date.parse(one) - Date.parse(other))
        expect(new Date(a).getUTCDay()).toBe(new Date(one).getUTCDay())
        expect(a).not.toBe(one)
      }),
    )
  })

  it('come back to the same day, and stay what the grammar of dates finds', () => {
    fc.assert(
      fc.property(written, weeks, (text, days) => {
        const later = shiftDate(text, days)
        if (later === undefined) return
        const back = shiftDate(later, -days)
        if (back !== undefined) expect(dayOf(back)).toEqual(dayOf(text))
        const found = datesIn(`on ${later}, then`).map(({ start, dayEnd }) => `on ${later}, then`.slice(start, dayEnd))
        // `12 may` may be a day or no day.
        expect([[], [later]]).toContainEqual(found)
      }),
    )
  })
})

describe('a date without its day', () => {
  it.each([
    ['4 July 2026', 'July 2026'],
    ['July 4th, 2026 at 3 pm', 'July 2026'],
    ['4 de julio de 2026', 'julio de 2026'],
    ['4. Juli 2026 um 14 Uhr', 'Juli 2026'],
    ['2026-07-04T10:00Z', '2026-07'],
    ['04/07/2026', '2026'],
    ['July 2026', 'July 2026'],
    ['2026', '2026'],
  ])('%s', (text, left) => {
    expect(generalizeDate(text, false)).toBe(left)
  })

  it.each([
    ['4 July 1976', '1976'],
    ['1976-07-04', '1976'],
  ])('of a birth: %s', (text, left) => {
    expect(generalizeDate(text, true)).toBe(left)
  })

  it.each(['4 July', 'Tuesday', '4.7.26', '2026 or 2027'])('is not known of %j', (text) => {
    expect(generalizeDate(text, false)).toBeUndefined()
  })
})
