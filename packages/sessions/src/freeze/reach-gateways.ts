import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '@sluice/contracts'
import { asDependencyError } from '@sluice/redis'
import type { Redis } from 'ioredis'
import { listGateways } from '../lease/lease.ts'
import type { SessionKeys } from '../store/session-keys.ts'
import type { Transition } from '../store/session-store.ts'
import type { Acknowledgements } from './acknowledgements.ts'
import type { FreezeReport } from './freeze-control.ts'

/** What is left of the wait for acknowledgements where gateways had to be listed again. */
const LISTED_LATE_MS = 100

export type Reached = Omit<FreezeReport, 'recorded'>

export interface ReachOptions {
  readonly redis: Redis
  readonly keys: SessionKeys
  readonly clock: Clock
  readonly acknowledgements: Acknowledgements
  /** How long gateways may take to acknowledge, from `startedMs` on. */
  readonly withinMs: number
  readonly onError?: ((error: Error) => void) | undefined
}

/**
 * Waits until all gateways that may be at work have acknowledged a transition, or until their time is over.
 *
 * @param startedMs when the command began, by the clock's monotonic time.
 */
export async function reachGateways(
  transition: Transition,
  startedMs: number,
  options: ReachOptions,
): Promise<Reached> {
  const { clock, acknowledgements, withinMs } = options
  const { announcement, changed, state, version, atMs, sessions } = transition
  const remainingMs = () => Math.max(withinMs - (clock.monotonicMs() - startedMs), 0)
  const expected = await gatewaysToExpect(transition, remainingMs, options)
  const acknowledged = await acknowledgements.collect(announcement, expected, remainingMs())
  const missing = expected.filter((gateway) => !acknowledged.has(gateway))
  return {
    ...{ changed, state, version, atMs, sessions },
    gateways: { alive: expected.length, acknowledged: acknowledged.size, missing },
    elapsedMs: clock.monotonicMs() - startedMs,
  }
}

async function gatewaysToExpect(
  { gateways, allListed, changed, state }: Transition,
  remainingMs: () => number,
  { redis, keys, onError }: ReachOptions,
): Promise<readonly string[]> {
  // An unfreeze that changed nothing was not announced.
  if (!changed && state === 'active') return []
  if (allListed) return gateways
  // Each that is at work renews its lease meanwhile, and is listed by that.
  await sleep(Math.max(remainingMs() - LISTED_LATE_MS, 0))
  try {
    return Array.from(new Set([...gateways, ...(await listGateways(redis, keys))]))
  } catch (error) {
    onError?.(asDependencyError(error))
    return gateways
  }
}
