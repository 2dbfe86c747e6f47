import { SluiceError, trailRecordSchema } from '@sluice/contracts'
import type { AuditRow, EvidenceChallenge, StoredProof } from '@sluice/db'
import { type OpenedRecord, readEvidence } from '@sluice/evidence'
import type { KeyRing } from '@sluice/token-vault'
import { pagesOf, pickNamed } from './ask-challenge.ts'
import { type BundlePart, type EvidenceSources, isProvable, makeBundle } from './make-bundle.ts'
import { openCommitment } from './plan-proof.ts'

/** What became of a leaf that was named. */
export const ANSWERS = ['proved', 'opened', 'erased', 'pending', 'unproved', 'absent'] as const

interface Answer {
  /** As it was named. */
  readonly number: number
  /** Undefined where the tenant has no such record, or nothing of it is kept. */
  readonly row: AuditRow | undefined
  readonly state: (typeof ANSWERS)[number]
  /** Why there is no proof. */
  readonly why: string | undefined
  /** When the proof was there, or was given up. */
  readonly at: Date | undefined
  /** Whether the time was over before it was answered, or is over and it is not. */
  readonly isLate: boolean
}

/** What became of each number of a challenge by now, in their order. Throws `dependency_unavailable`. */
export async function* answersTo(
  challenge: EvidenceChallenge,
  sources: EvidenceSources,
  nowMs: number,
): AsyncGenerator<Answer> {
  for (const numbers of pagesOf(challenge.numbers)) {
    const rows = await pickNamed(challenge, numbers, sources.trail)
    const clearances = await clearancesOf(rows, sources)
    const wanted = [...rows, ...clearances.values()].map(({ number }) => number)
    const proofs = new Map((await sources.proofs.find([...new Set(wanted)])).map((one) => [one.number, one]))
    const byName = new Map(rows.map((row) => [challenge.by === 'leaf' ? row.number - 1 : row.position, row]))
    for (const number of numbers) {
      const row = byName.get(number)
      const clearance = row && clearances.get(row.number)
      const found = row && answerOf(row, proofs.get(row.number), clearance && proofs.get(clearance.number), clearance)
      const { state, why, at } = found ?? { state: 'absent' }
      const endMs = challenge.answerBy.getTime()
      const isLate = state === 'erased' ? false : (at?.getTime() ?? (state === 'opened' ? 0 : nowMs)) > endMs
      yield { number, row: state === 'absent' ? undefined : row, state, why, at, isLate }
    }
  }
}

/** The records of clearances on which answered requests rely, by the numbers of the requests. */
async function clearancesOf(rows: readonly AuditRow[], { findClearance }: EvidenceSources) {
  const found = new Map<number, AuditRow>()
  for (const { number, tenant, evidence } of rows) {
    const part = evidence === undefined ? undefined : readEvidence(evidence)
    if (part?.kind !== 'answered' || part.inSession === undefined) continue
    const clearance = await findClearance(tenant, part.inSession.session, part.basis)
    if (clearance !== undefined) found.set(number, clearance)
  }
  return found
}

function answerOf(
  row: AuditRow,
  own: StoredProof | undefined,
  ofClearance: StoredProof | undefined,
  clearance: AuditRow | undefined,
): Pick<Answer, 'state'> & Partial<Pick<Answer, 'why' | 'at'>> {
  if (row.evidence === undefined) return { state: 'absent' }
  const isAnswered = readEvidence(row.evidence).kind === 'answered'
  // Without the clearance there is no bundle, whatever else there is.
  if (isAnswered && clearance === undefined) return { state: 'unproved', why: 'no_clearance' }
  if (own?.proof !== undefined) {
    if (!isAnswered) return { state: 'proved', at: own.madeAt }
    if (ofClearance?.proof !== undefined) return { state: 'proved', at: later(own.madeAt, ofClearance.madeAt) }
    return ofClearance?.state === 'failed' ? { state: 'unproved', why: 'no_clearance' } : { state: 'pending' }
  }
  if (row.record === undefined || row.record === null) return { state: 'erased' }
  if (!isProvable(row)) return { state: 'opened' }
  return own?.state === 'failed' ? { state: 'opened', why: own.why, at: own.madeAt } : { state: 'pending' }
}

function later(one: Date | undefined, other: Date | undefined): Date | undefined {
  return one !== undefined && other !== undefined && other > one ? other : one
}

/**
 * Makes a bundle, on a line of its own, of each number of a challenge of which one can be made. Where no proof can be
 * made, it shows the record instead, what opens its commitment, and the same of its clearance; of an erasure the
 * record. Throws `dependency_unavailable`.
 */
export async function* bundlesFor(
  challenge: EvidenceChallenge,
  sources: EvidenceSources,
  keyRing: Pick<KeyRing, 'open'> | undefined,
  nowMs: number,
): AsyncGenerator<string> {
  for await (const { row, state } of answersTo(challenge, sources, nowMs)) {
    if (row === undefined) continue
    // That of an erasure shows that it is one, and that of a clearance what might be restored at most.
    const open = (one: AuditRow, part: BundlePart) =>
      state === 'opened' || part === 'erasure' ? openedOf(one, keyRing) : undefined
    try {
      yield `${(await makeBundle(row, sources, open)).text}\n`
    } catch (error) {
      // The clearance is not kept any more: the answers name the record.
      if (!(error instanceof SluiceError) || error.code !== 'conflict') throw error
    }
  }
}

function openedOf(row: AuditRow, keyRing: Pick<KeyRing, 'open'> | undefined): OpenedRecord | undefined {
  const { record, salt, evidence = '' } = row
  if (typeof record !== 'object' || record === null || salt === undefined) return undefined
  const shown = { salt: new Uint8Array(salt), record: { ...record } }
  const { kind } = readEvidence(evidence)
  const parsed = trailRecordSchema.safeParse(record).data
  const isCommitted = kind === 'answered' || kind === 'refused' || kind === 'clearance'
  if (!isCommitted || keyRing === undefined || (parsed?.kind !== 'request' && parsed?.kind !== 'clearance')) {
    return shown
  }
  const opening = openCommitment(keyRing, parsed)
  return opening === undefined
    ? shown
    : { ...shown, secrets: { k: opening.key, a: opening.value, t: opening.blinding } }
}
