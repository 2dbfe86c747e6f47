import { setTimeout as sleep } from 'node:timers/promises'
import { type Clock, SluiceError } from '@sluice/contracts'
import type { AuditRow, EvidenceProofsRepository } from '@sluice/db'
import { type EvidenceSources, makeBundle } from './make-bundle.ts'

interface OnDemandOptions {
  readonly sources: EvidenceSources
  readonly proofs: Pick<EvidenceProofsRepository, 'request'>
  /** Puts a proof before the others. */
  readonly hurry: (number: number) => Promise<void> | undefined
  readonly clock: Pick<Clock, 'monotonicMs'>
  /** How long to wait for a checkpoint and for proofs, in milliseconds. */
  readonly waitMs: number
}

type OnDemandBundle = Awaited<ReturnType<typeof makeBundle>>

/** How long until it looks again, in milliseconds: each time twice as long. */
const LOOK_AGAIN_MS = { first: 50, last: 800 } as const

/**
 * Makes the bundle of a record, and has the proofs made that it waits for. What is not there in time is named by its
 * state, and comes later: the proof is asked for durably.
 *
 * @throws SluiceError as `makeBundle` does; the signal's reason when nobody waits any more.
 */
export async function bundleOnDemand(
  row: AuditRow,
  { sources, proofs, hurry, clock, waitMs }: OnDemandOptions,
  signal: AbortSignal,
): Promise<OnDemandBundle> {
  const endsMs = clock.monotonicMs() + waitMs
  let isAskedFor = false
  let lookMs: number = LOOK_AGAIN_MS.first
  for (;;) {
    const made = await attempt(row, sources, clock.monotonicMs() >= endsMs)
    if (made !== undefined && made.missing.length === 0) return made
    if (made !== undefined && !isAskedFor) {
      await proofs.request(made.missing)
      // The queue finds them by itself, only later.
      await Promise.allSettled(made.missing.map(({ number }) => hurry(number)))
      isAskedFor = true
      continue
    }
    if (made !== undefined && (clock.monotonicMs() >= endsMs || made.state === 'unproved')) return made
    await sleep(Math.min(lookMs, Math.max(1, endsMs - clock.monotonicMs())), undefined, { signal })
    lookMs = Math.min(2 * lookMs, LOOK_AGAIN_MS.last)
  }
}

/** Undefined while a checkpoint is waited for. */
async function attempt(row: AuditRow, sources: EvidenceSources, isLast: boolean) {
  try {
    return await makeBundle(row, sources)
  } catch (error) {
    const isWaiting =
      error instanceof SluiceError && error.code === 'conflict' && error.refusal.retryAfterSeconds !== undefined
    if (!isWaiting || isLast) throw error
    return undefined
  }
}
