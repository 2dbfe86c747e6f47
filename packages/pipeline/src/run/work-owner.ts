import type { Clock } from '@sluice/contracts'

/** Whom work is done for, and whether it is still wanted. */
export interface WorkOwner {
  /** Users take turns. */
  readonly user: string
  readonly clock: Pick<Clock, 'monotonicMs'>
  /** True once nobody waits for the result. */
  readonly isStopped: boolean
  /** What stopped work rejects with. */
  readonly stopReason: unknown
}
