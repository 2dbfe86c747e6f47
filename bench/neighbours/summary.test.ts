import { expect, it } from 'vitest'
import { missesOf, renderCases, summarizeCase } from './summary.ts'

const GOOD = {
  latenciesMs: [3, 1, 2],
  failures: {},
  streamEnd: 'open',
  streamGapMs: 100,
  readyAsked: 4,
  readyFailed: 0,
  ownDelayMs: 1,
} as const

const summarize = (changes: object) =>
  summarizeCase('c', { alice: { 200: 2 }, bob: { ...GOOD, ...changes }, cpuSeconds: 1, rssPeakMegabytes: 200 })

it('summarizes what Bob saw', () => {
  expect(summarize({})).toMatchObject({ name: 'c', requests: 3, p50Ms: 2, p99Ms: 3, worstMs: 3, streamEnd: 'open' })
  expect(missesOf(summarize({}))).toEqual([])
  expect(renderCases([summarize({})])).toMatch(/^c +3 +0 +2\.0 +3 +3 +open +100 +4\/4 +1\.0 +200 +200 x2$/m)
})

it.each([
  [{ latenciesMs: [1, 100] }, 'c: p99 was 100 ms, not under 100'],
  [{ latenciesMs: [] }, 'c: p99 was NaN ms, not under 100'],
  [{ failures: { '503 layer_timeout': 2 } }, 'c: Bob had no right answer: 503 layer_timeout x2'],
  [{ streamEnd: { code: 'dependency_unavailable' } }, "c: Bob's stream ended: ended: dependency_unavailable"],
  [{ readyFailed: 1 }, 'c: /health/ready failed 1 times of 4'],
])('tells what was missed: %o', (changes, miss) => {
  expect(missesOf(summarize(changes))).toContain(miss)
})

it('tells of a single late answer that the 99th percentile hides', () => {
  const latenciesMs = [...Array.from({ length: 200 }, () => 1), 500]
  expect(missesOf(summarize({ latenciesMs }))).toEqual(['c: the worst was 500 ms, not under 500'])
})
