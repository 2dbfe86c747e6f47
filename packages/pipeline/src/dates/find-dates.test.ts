import { describe, expect, it } from 'vitest'
import { datesIn, isWholeDate, mayGoOn } from './find-dates.ts'

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
