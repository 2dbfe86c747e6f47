import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CODES, LETTER_SIGNS, NAMES, SCALES, WORD_CODES } from './currencies.ts'
import { amountsIn, roundAmount } from './read-amount.ts'

function found(text: string): readonly string[] {
  return amountsIn(text)
    .filter(({ confidence }) => confidence >= 0.5)
    .map(({ start, end }) => text.slice(start, end))
}

describe('sums of money', () => {
  it.each([
    ['She earns $5,432.10 a month', '$5,432.10'],
    ['sie verdient 5.432,10 € im Monat', '5.432,10 €'],
    ['un salaire de 5 432,10 €', '5 432,10 €'],
    ["CHF 5'432.10 im Monat", "CHF 5'432.10"],
    ['raised USD 3.7 million in', 'USD 3.7 million'],
    ['raised 3.7 million dollars in', '3.7 million dollars'],
    ['un millón: 3 millones de euros', '3 millones de euros'],
    ['for €5k or', '€5k'],
    ['for 5k€, or', '5k€'],
    ['paid £3m.', '£3m'],
    ['paid US$ 20 to', 'US$ 20'],
    ['kostet 20 Euro.', '20 Euro'],
    ['costs 0.47 EUR each', '0.47 EUR'],
    ['pays 5000 TRY now', '5000 TRY'],
    ['(-$500)', '$500'],
  ])('in %j: %s', (text, value) => {
    expect(found(text)).toEqual([value])
  })

  it.each([
    ...['TOP 10 songs', 'ALL 50 states', 'TRY 3 times', 'replace $1 by $2', '5 pounds of flour', '5k run', '100 m'],
    ...[
      'version 1.2.3 USD',
      'EURO 2024',
      'A4 paper',
      'in 2024',
      '€',
      'USD',
      'x$5000',
      '10,000 people',
      '5 eurozone',
      '₹12,34,567',
    ],
  ])('not in %j', (text) => {
    expect(found(text)).toEqual([])
  })

  it.each([...CODES, ...LETTER_SIGNS].map((sign) => [sign]))('before a number: %s', (sign) => {
    expect(found(`paid ${sign} 1,250 to`)).toEqual([`${sign} 1,250`])
  })

  it.each([...CODES, ...WORD_CODES, ...LETTER_SIGNS, ...NAMES].map((sign) => [sign]))('behind a number: %s', (sign) => {
    expect(found(`paid 1,250 ${sign} to`)).toEqual([`1,250 ${sign}`])
  })

  it.each(SCALES.map((scale) => [scale]))('with %s', (scale) => {
    expect(found(`paid 12 ${scale} EUR to`)).toEqual([`12 ${scale} EUR`])
  })

  it('are found in time that grows with the text', () => {
    for (const piece of ['1,234.', '$', '1 234 ', '5k€', '1.2.', 'USD', '9'.repeat(40)]) {
      expect(amountsIn(piece.repeat(20_000)).length).toBeGreaterThanOrEqual(0)
    }
  })

  it('stand where they say', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'12.,05 $€kUSDm eur') }), (text) => {
        let last = 0
        for (const { start, end } of amountsIn(text)) {
          expect(start).toBeGreaterThanOrEqual(last)
          expect(text.slice(start, end)).toMatch(/\d/)
          last = end
        }
      }),
    )
  })
})

describe('a rounded sum', () => {
  it.each([
    ['$5,432.10', 'about $5,000'],
    ['5.432,10 €', 'about 5.000 €'],
    ['5 432 €', 'about 5 000 €'],
    ["CHF 15'432.10", "about CHF 20'000"],
    ['USD 3.7 million', 'about USD 4 million'],
    ['987 EUR', 'about 1000 EUR'],
    ['0.47 EUR', 'about 0.5 EUR'],
    ['€5k', 'about €5k'],
    ['1.250 Euro', 'about 1.000 Euro'],
    ['1250 Euro', 'about 1000 Euro'],
  ])('%s', (text, rounded) => {
    expect(roundAmount(text)).toBe(rounded)
  })

  it('is none without a number', () => {
    expect(roundAmount('some dollars')).toBeUndefined()
  })
})
