import { setTimeout as sleep } from 'node:timers/promises'
import { asDependencyError } from '@sluice/redis'
import { listGateways } from '../lease/lease.ts'
import type { SessionConnection } from '../store/session-connection.ts'
import type { Acknowledgements } from './acknowledgements.ts'
import type { FreezeReport } from './freeze-control.ts'
import type { Transition } from './freeze-writer.ts'

/** What remains of the wait for acknowledgements where the gateways had to be listed again. */
const LISTED_LATE_MS = 100

/** A transition and the gateways that have acknowledged it. */
export type AcknowledgedTransition = Omit<FreezeReport, 'recorded' | 'durable'>

interface WaitOptions {
  readonly connection: SessionConnection
  readonly acknowledgements: Acknowledgements
  /** When the command began, by the clock's monotonic time. */
  readonly startedMs: number
  /** When the wait ends at the latest. */
  readonly endsAtMs: number
}

/** Waits until all gateways that may send have acknowledged a transition, or until `endsAtMs`. Never rejects. */
export async function waitForGateways(transition: Transition, options: WaitOptions): Promise<AcknowledgedTransition> {
  const { connection, acknowledgements, startedMs, endsAtMs } = options
  const { clock } = connection
  const { announcement, changed, state, version, atMs, sessions } = transition
  const remainingMs = () => Math.max(endsAtMs - clock.monotonicMs(), 0)
  const expected = await listExpected(transition, remainingMs, connection)
  const acknowledged = await acknowledgements.collect(announcement, expected, remainingMs())
  const missing = expected.filter((gateway) => !acknowledged.has(gateway))
  return {
    changed,
    state,
    version,
    atMs,
    sessions,
    gateways: { alive: expected.length, acknowledged: acknowledged.size, missing },
    elapsedMs: clock.monotonicMs() - startedMs,
  }
}

async function listExpected(
  { gateways, allListed, changed, state }: Transition,
  remainingMs: () => number,
  connection: SessionConnection,
): Promise<readonly string[]> {
  // An unfreeze that changed nothing has no entry in the log.
  if (!changed && state === 'active') return []
  if (allListed) return gateways
  // Each gateway that runs renews its lease in this time, which adds it to the list.
  await sleep(Math.max(remainingMs() - LISTED_LATE_MS, 0))
  try {
    return Array.from(new Set([...gateways, ...(await listGateways(connection))]))
  } catch (error) {
    connection.onError(asDependencyError(error))
    return gateways
  }
}
