import { expect, it } from 'vitest'
import { limitWords } from './limit-words.ts'

it.each([
  [{}, {}, ''],
  [
    { requests_per_minute: 6_000, bytes_in_flight: 67_108_864 },
    { cost_per_day: 2.5 },
    '6,000 requests a minute · 64 MiB of bodies at a time · 2.5 units of money a day',
  ],
  [
    { open_exchanges: 100, refusals_per_minute: 600 },
    { tokens_per_minute: 9 },
    '600 refused requests a minute · 100 open at a time · 9 tokens a minute',
  ],
])('writes %j and %j as %s', (use, spending, words) => {
  expect(limitWords(use, spending)).toBe(words)
})

it('writes money in the currency that is known', () => {
  expect(limitWords({}, { tokens_per_day: 5, cost_per_month: 25 }, 'EUR')).toBe('5 tokens a day · €25.00 a month')
})
