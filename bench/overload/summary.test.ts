import { expect, it } from 'vitest'
import { faultsOf, type OverloadResult, renderOverload, sumUp } from './summary.ts'

const light = { sent: 10, latenciesMs: Array.from({ length: 10 }, () => 20) }
const flood = {
  seconds: 10,
  sent: 5_000,
  latenciesMs: Array.from({ length: 900 }, () => 600),
  light,
  rightByUser: [450, 440, 10],
  refused: { '503 overloaded': 4_100 },
  withoutRetryAfter: 0,
  refusedMs: [500],
}
const GOOD: OverloadResult = {
  settings: { seconds: 10, rounds: 2, times: 5, users: 2, chars: 8_000, fromSource: false },
  closed: [{ connections: 16, perSecond: 100 }],
  peak: 100,
  perSecond: 500,
  flood,
  freezesMs: [12, 40],
  calmFreezesMs: [10],
  freezeFailures: [],
}

it('tells goodput, refusals and freezes', () => {
  expect(faultsOf(GOOD)).toEqual([])
  expect(renderOverload(GOOD)).toMatch(/right answers +90\/s, 90 % of the peak; p50 600, p99 600, worst 600 ms/)
  expect(renderOverload(GOOD)).toMatch(/refused +503 overloaded x4100; 0 without retry-after/)
})

it.each([
  [{ flood: { ...flood, latenciesMs: [1] } }, /^0 % of the peak were answered, not 80$/],
  [{ flood: { ...flood, refused: { '500 internal_error': 2 } } }, /^requests ended otherwise: 500 internal_error x2$/],
  [{ flood: { ...flood, withoutRetryAfter: 3 } }, /^3 refusals have no retry-after$/],
  [
    { flood: { ...flood, light: { sent: 10, latenciesMs: [1] } } },
    /^who asks for little was answered 10 times of 100$/,
  ],
  [{ flood: { ...flood, sent: 4_000 } }, /^the load generator was too slow$/],
  [{ freezesMs: [12, 500] }, /^a freeze took 500 ms, not under 500$/],
  [{ freezeFailures: ['a', 'a'] }, /^a$/],
])('tells what does not hold: %#', (changes, fault) => {
  expect(faultsOf({ ...GOOD, ...changes })).toEqual([expect.stringMatching(fault)])
})

it('puts rounds together: means of what is by second, sums of what is counted', () => {
  const closedAt = (few: number, many: number) => [
    { connections: 16, perSecond: few },
    { connections: 64, perSecond: many },
  ]
  const round = { flood: { ...flood, seconds: 5 }, freezesMs: [10, 20], freezeFailures: [] }
  const summed = sumUp(
    [
      { ...round, closed: closedAt(100, 80), perSecond: 500 },
      { ...round, closed: closedAt(60, 90), perSecond: 450, freezeFailures: ['a'] },
    ],
    10,
  )
  expect(summed).toMatchObject({ closed: closedAt(80, 85), peak: 85, perSecond: 475, freezesMs: [10, 20, 10, 20] })
  expect(summed.freezeFailures).toEqual(['a'])
  expect(summed.flood).toMatchObject({ seconds: 10, sent: 10_000, rightByUser: [900, 880, 20], withoutRetryAfter: 0 })
  expect(summed.flood).toMatchObject({ refused: { '503 overloaded': 8_200 }, light: { sent: 20 } })
  expect(summed.flood.latenciesMs).toHaveLength(1_800)
})
