import { expect, it } from 'vitest'
import { formatCost, lastDays, valuesOf } from './usage-days.ts'

const row = (name: string, requests: number, cost?: { currency: string; cost_micros: number }) => ({
  name,
  requests,
  cache_hits: 0,
  estimated_requests: 0,
  input_tokens: 0,
  cached_tokens: 0,
  output_tokens: 0,
  cost_micros: 0,
  ...cost,
})

it('lists days over the end of a month, and fills those without requests', () => {
  const days = lastDays(3, Date.parse('2026-03-01T00:30:00Z'))
  expect(days).toEqual(['2026-02-27', '2026-02-28', '2026-03-01'])
  expect(valuesOf(days, [row('2026-02-28', 7)], ({ requests }) => requests)).toEqual([0, 7, 0])
})

it('adds up each currency by itself, and says where nothing had a price', () => {
  const rows = [
    row('a', 1, { currency: 'EUR', cost_micros: 1_500_000 }),
    row('b', 1, { currency: 'USD', cost_micros: 20_000 }),
    row('c', 1, { currency: 'EUR', cost_micros: 500_000 }),
  ]
  expect(formatCost(rows)).toBe('€2.00 + $0.02')
  expect(formatCost([row('a', 1)])).toBe('No price set')
})
