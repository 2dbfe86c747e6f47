import type { Clock } from '@sluice/contracts'

export type { Clock }

/** The clock of the machine, which every running service uses; tests pass a clock that they can set. */
export const systemClock: Clock = {
  nowMs: () => Date.now(),
  monotonicMs: () => performance.now(),
}
