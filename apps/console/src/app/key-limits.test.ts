import { expect, it } from 'vitest'
import { limitsOf } from './key-limits.ts'

it('writes the limits that are set, and zero as one', () => {
  expect(limitsOf({ requests_per_minute: 600, cost_per_day: 0, tokens_per_month: 2_000_000 })).toEqual([
    '600 requests per minute',
    '2,000,000 tokens per month',
    '0 units of money per day',
  ])
  expect(limitsOf({})).toEqual([])
})
