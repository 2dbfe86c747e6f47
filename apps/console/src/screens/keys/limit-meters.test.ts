import { expect, it } from 'vitest'
import { sumUp } from './amounts.ts'
import { limitMeters, meterWords, shareOf, stateOf } from './limit-meters.ts'

const sums = (requests: number, tokens: number, micros: number) => ({ requests, tokens, cost_micros: micros })
const EUROS = [{ currency: 'EUR', day: sums(1, 400, 250_000), month: sums(4, 900, 12_500_000) }]
const NONE = { day: sums(0, 0, 0), month: sums(2, 20, 0) }

it.each([
  [{ tokens_per_day: 1_000 }, undefined, EUROS, [['Tokens today', 'room', '400 of 1,000']]],
  [{ tokens_per_day: 1_000 }, { tokens_per_day: 450 }, EUROS, [['Tokens today', 'room', '400 of 1,000 · 450 taken']]],
  [{ tokens_per_day: 410 }, { tokens_per_day: 405 }, EUROS, [['Tokens today', 'nearly', '400 of 410 · 405 taken']]],
  [
    { tokens_per_day: 1_000 },
    { tokens_per_day: 1_000 },
    EUROS,
    [['Tokens today', 'all-taken', '400 of 1,000 · 1,000 taken']],
  ],
  [{ cost_per_month: 50 }, { cost_per_month: 12 }, EUROS, [['Spend this month', 'room', '€12.50 of €50.00']]],
  [{ cost_per_day: 2 }, { cost_per_day: 1 }, undefined, [['Spend today', 'room', '1 of 2 taken']]],
  [{ tokens_per_month: 10 }, undefined, undefined, [['Tokens this month', 'room', 'at most 10']]],
  [{ tokens_per_month: 10 }, undefined, [...EUROS, NONE], [['Tokens this month', 'spent', '920 of 10']]],
  [{ cost_per_day: 0 }, { cost_per_day: 0 }, EUROS, [['Spend today', 'spent', '€0.25 of €0.00']]],
  [{}, undefined, EUROS, []],
])('of %j with %j taken', (limits, taken, used, expected) => {
  const meters = limitMeters(limits, taken, used)
  expect(meters.map((meter) => [meter.label, stateOf(meter), meterWords(meter)])).toEqual(expected)
})

it('writes money in the currency that is known', () => {
  const [meter] = limitMeters({ cost_per_day: 2 }, { cost_per_day: 1 }, undefined, 'EUR')
  expect(meter && [meterWords(meter), shareOf(meter.limit, meter.taken)]).toEqual(['€1.00 of €2.00 taken', 0.5])
})

it('adds up what was used, and keeps currencies apart', () => {
  expect(sumUp([...EUROS, NONE], 'month')).toEqual({ requests: 6, tokens: 920, spent: '€12.50' })
  expect(sumUp([...EUROS, { ...NONE, currency: 'USD' }], 'day').spent).toBe('€0.25 + $0.00')
  expect(sumUp([], 'day')).toEqual({ requests: 0, tokens: 0, spent: 'no price' })
})
