import { expect, it } from 'vitest'
import { allOf, answeredOf, STEPS, stepValues, stoppedOf } from './request-steps.ts'

const none = { answered: 0, cached: 0, held: 0, denied: 0, failed: 0, aborted: 0, refused: 0 }
const counts = { answered: 1, cached: 2, held: 4, denied: 8, failed: 16, aborted: 32, refused: 64 }

it('counts every request once, and as stopped those that were held, denied or refused', () => {
  expect([allOf(counts), stoppedOf(counts), answeredOf(counts)]).toEqual([127, 76, 3])
})

it.each([
  ['hour', 300, '2026-03-02T07:15:00.000Z'],
  ['day', 3_600, '2026-03-01T08:00:00.000Z'],
  ['fortnight', 86_400, '2026-02-17T00:00:00.000Z'],
] as const)('plots all that the total of the last %s counts, from the first step on', (window, seconds, first) => {
  const steps = [{ at: first, ...none, answered: 9 }]
  const requests = { step_seconds: seconds, steps, total: none, by_layer: [] }
  const values = stepValues({ requests, at: '2026-03-02T08:16:02.000Z' }, STEPS[window], answeredOf)
  expect(values[0]).toBe(9)
})

it('puts each step at its place up to now, and leaves out what is older', () => {
  const steps = [
    { at: '2026-03-02T07:50:00.000Z', ...none, answered: 9 },
    { at: '2026-03-02T08:05:00.000Z', ...none, answered: 3 },
    { at: '2026-03-02T08:15:00.000Z', ...none, answered: 5 },
  ]
  const requests = { step_seconds: 300, steps, total: none, by_layer: [] }
  const values = stepValues({ requests, at: '2026-03-02T08:16:02.000Z' }, 4, ({ answered }) => answered)
  expect(values).toEqual([0, 3, 0, 5])
})
