import type { Clock } from '@sluice/contracts'

export type { Clock }

/** The machine's own clock: the only one a running service uses; tests pass one that they can move. */
export const systemClock: Clock = {
  nowMs: () => Date.now(),
  monotonicMs: () => performance.now(),
}
