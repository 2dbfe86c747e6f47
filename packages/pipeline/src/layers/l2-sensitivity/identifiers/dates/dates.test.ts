import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { NUMERIC_FORMS } from '../../../../dates/index.ts'
import { scanSlice } from '../../scan-text.ts'
import { createIdentifiers, IDENTIFIERS, identifiers } from '../identifiers.ts'
import { DATE_MATCHES, DATES_UNDER_LABELS, NO_BIRTHS, NO_DATES } from './dates.cases.ts'
import { DATES } from './dates.ts'

function found(text: string, recognizer = identifiers, label?: string): readonly (readonly [string, string])[] {
  const reading = label === undefined ? { kind: 'prose' as const } : { kind: 'structured' as const, label }
  return scanSlice(text, reading, [recognizer]).map(({ entity, start, end }) => [entity, text.slice(start, end)])
}

function isRed(recognizer: typeof identifiers): boolean {
  return DATE_MATCHES.some(([kind, text, value]) => found(text, recognizer).join() !== [[kind, value]].join())
}

describe('dates', () => {
  it.each(DATE_MATCHES)('%s in %j', (kind, text, value) => {
    expect(found(text)).toEqual([[kind, value]])
  })

  it.each(DATES_UNDER_LABELS)('under %s: %s in %j', (label, kind, text) => {
    expect(found(text, identifiers, label)).toEqual([[kind, text]])
  })

  it.each(NO_DATES)('none in %j', (text) => {
    expect(found(text)).toEqual([])
  })

  it.each(NO_BIRTHS)('of no birth in %j', (text) => {
    expect(found(text).filter(([kind]) => kind === 'DATE_OF_BIRTH')).toEqual([])
  })

  it.each(NUMERIC_FORMS.map((form) => [form.pattern, form] as const))('have a row for %s', (_, form) => {
    const numeric = NUMERIC_FORMS.filter((other) => other !== form)
    expect(isRed(createIdentifiers({ ...IDENTIFIERS, dates: { ...DATES, numeric } }))).toBe(true)
  })

  it.each(['months', 'birth', 'weekdays'] as const)('have a row for each of the %s', (part) => {
    for (const left of DATES[part]) {
      const dates = { ...DATES, [part]: (DATES[part] as readonly unknown[]).filter((other) => other !== left) }
      expect([left, isRed(createIdentifiers({ ...IDENTIFIERS, dates }))]).toEqual([left, true])
    }
  })

  it('of every day are found, in every order of their parts, and in the borders that they have', () => {
    const day = fc.date({ min: new Date('1900-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
    const written = fc
      .tuple(day, fc.constantFrom('-', '/', '.'), fc.constantFrom(0, 1, 2))
      .map(([date, sign, order]) => {
        const [year = '', month = '', dayOfMonth = ''] = date.toISOString().slice(0, 10).split('-')
        const orders = [
          [year, month, dayOfMonth],
          [dayOfMonth, month, year],
          [month, dayOfMonth, year],
        ]
        return (orders[order] ?? []).join(sign)
      })
    fc.assert(
      fc.property(written, (date) => {
        expect(found(`seen ${date}, late`)).toEqual([['DATE_TIME', date]])
      }),
    )
  })
})
