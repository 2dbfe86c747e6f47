import { expect, it } from 'vitest'
import { type FreezeWorld, playFreeze } from './freeze-model.ts'

const quiet: FreezeWorld = {
  regions: [{ gateways: 10, roundTripMs: 1 }],
  ...{ callerRoundTripMs: 2, freezeUs: 100, pushUs: 10, acknowledgeUs: 20, otherLoad: 0, loopDelayMs: 0 },
}
const never = () => 0

it('adds up what each part takes where nothing waits', () => {
  // To Redis 1 ms, the script 0.1, ten pushes 0.1, to the last gateway and back 1, its acknowledgement 0.02, back 1.
  // Gateways are told every 10 us and confirm in 20 us each: the last one waits for half of those before it.
  expect(playFreeze(quiet, never)).toBeCloseTo(1 + 0.1 + 0.01 + 1 + 10 * 0.02 + 1)
})

it('waits for the region that is farthest away', () => {
  const far = { ...quiet, regions: [...quiet.regions, { gateways: 1, roundTripMs: 200 }] }
  expect(playFreeze(far, never)).toBeCloseTo(1 + 0.1 + 11 * 0.01 + 200 + 0.02 + 1)
})

it('takes longer beside other load, and without bound as Redis gets full', () => {
  const times = [0, 0.5, 0.9, 0.99].map((otherLoad) => playFreeze({ ...quiet, otherLoad }, never))
  expect(times).toEqual(times.toSorted((one, other) => one - other))
  expect(times[3]).toBeGreaterThan(20)
})
