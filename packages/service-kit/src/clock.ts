import type { Clock } from '@sluice/contracts'

/** The clock of the machine, which every running service uses; tests pass a clock that they can set. */
export const systemClock: Clock = {
  nowMs: () => Date.now(),
  monotonicMs: () => performance.now(),
}
