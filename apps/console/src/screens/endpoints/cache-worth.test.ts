import { expect, it } from 'vitest'
import type { UsageRow } from '../../api/usage.ts'
import { bytesWords, durationWords, hitShares, moneyWords, worthByModel, worthOfAll } from './cache-worth.ts'

const row = (name: string, requests: number, more: Partial<UsageRow> = {}): UsageRow => ({
  ...{ name, requests, cache_hits: 0, estimated_requests: 0, input_tokens: 0, cached_tokens: 0, output_tokens: 0 },
  cost_micros: 0,
  ...more,
})

it('says what the cache has given, and what fresh answers would have cost', () => {
  const models = worthByModel([
    row('small', 30),
    row('large', 40, { currency: 'EUR', cost_micros: 8_000_000 }),
    row('large', 10, { cache_hits: 10 }),
    // Nothing fresh tells what it would have cost.
    row('old', 5, { cache_hits: 5 }),
  ])
  expect(models.map(({ model, hits, answered }) => [model, hits, answered])).toEqual([
    ['large', 10, 50],
    ['old', 5, 5],
    ['small', 0, 30],
  ])
  const all = worthOfAll(models)
  expect([all.hits, all.answered, moneyWords(all.savedMicros)]).toEqual([15, 85, '€2.00'])
  expect(moneyWords(new Map())).toBeUndefined()
})

it('gives the share of each step, also of those in which nothing was asked', () => {
  const none = { held: 0, denied: 0, failed: 0, aborted: 0, refused: 0 }
  const requests = {
    ...{ step_seconds: 300, total: { answered: 0, cached: 0, ...none }, by_layer: [] },
    steps: [
      { at: '2026-11-01T10:00:00.000Z', answered: 3, cached: 1, ...none },
      { at: '2026-11-01T10:10:00.000Z', answered: 0, cached: 2, ...none },
    ],
  }
  expect(hitShares({ at: '2026-11-01T10:12:30.000Z', requests }, 4)).toEqual([0, 25, 0, 100])
})

it.each([
  [512, '512 B'],
  [1_536, '1.5 KiB'],
  [268_435_456, '256 MiB'],
  [1_099_511_627_776, '1 TiB'],
])('writes %s bytes as %s', (bytes, words) => {
  expect(bytesWords(bytes)).toBe(words)
})

it.each([
  [3_600, '1 hour'],
  [5_400, '90 minutes'],
  [86_400, '1 day'],
  [0.5, '0.5 seconds'],
])('writes %s seconds as %s', (seconds, words) => {
  expect(durationWords(seconds)).toBe(words)
})
