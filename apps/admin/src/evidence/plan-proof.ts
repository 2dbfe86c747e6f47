import { digestOfBasis, readOpening, trailRecordSchema } from '@sluice/contracts'
import type { AuditRow } from '@sluice/db'
import {
  committedOf,
  hashLeaf,
  type LevelStatement,
  type ProofContext,
  type StatementSecrets,
  unpackLevels,
} from '@sluice/evidence'
import type { KeyRing } from '@sluice/token-vault'

/** All that a proof is made of. It is plain data, so that it can go to a thread. */
export interface ProofPlan {
  readonly statement: LevelStatement
  readonly context: ProofContext
  readonly secrets: StatementSecrets
}

/** Why a record has no proof and never will; the texts stand in bundles' place and in metrics. */
export type Unprovable =
  | 'erased'
  | 'no_commitment'
  | 'not_opened'
  | 'no_clearance'
  /** The levels break what a proof says: the gateway did what it must not do, or the record lies. */
  | 'levels'

interface PlanOptions {
  readonly keyRing: Pick<KeyRing, 'open'>
  readonly logOrigin: string
  /** The record of a session's clearance with this basis. */
  readonly findClearance: (tenant: string, sessionId: number, basis: string) => Promise<AuditRow | undefined>
}

/**
 * Opens a record and says what is to be proved about it. Rejects with `dependency_unavailable` where the record of the
 * clearance cannot be looked for.
 */
export async function planProof(row: AuditRow, options: PlanOptions): Promise<ProofPlan | Unprovable> {
  if (row.record === undefined || row.record === null) return 'erased'
  const record = trailRecordSchema.safeParse(row.record).data
  const context = { logOrigin: options.logOrigin, leafHash: hashLeaf(new Uint8Array(row.commitment)) }
  if (record?.kind === 'clearance') {
    const { basis, clearance } = record
    const opened = openCommitment(options.keyRing, record)
    if (opened === undefined) return 'not_opened'
    if (committed(opened.value, basis.shift) !== clearance) return 'levels'
    const commitment = { masked: bytes(basis.masked), shift: bytes(basis.shift) }
    return {
      ...{ statement: { kind: 'clearance', ...commitment }, context },
      secrets: { clearance, blindings: [opened.blinding] },
    }
  }
  if (record?.kind !== 'request' || record.evidence === undefined) return 'no_commitment'
  const { evidence, tenant, session_id } = record
  const opened = openCommitment(options.keyRing, record)
  if (opened === undefined) return 'not_opened'
  const number = committed(opened.value, evidence.shift)
  if (number === undefined) return 'levels'
  const { sensitivity, restored } = unpackLevels(number)
  const commitment = { masked: bytes(evidence.masked), shift: bytes(evidence.shift) }
  const permittedLevel = evidence.permitted ?? HIGHEST_LEVEL
  if (sensitivity > permittedLevel) return 'levels'
  if (evidence.kind === 'refused') {
    if (restored !== 0) return 'levels'
    return {
      ...{ statement: { kind: 'refused', permittedLevel, ...commitment }, context },
      secrets: { sensitivity, blindings: [opened.blinding] },
    }
  }
  if (evidence.basis === null) return 'no_clearance'
  const found = await options.findClearance(tenant, session_id, evidence.basis)
  const clearance = trailRecordSchema.safeParse(found?.record).data
  if (clearance?.kind !== 'clearance' || digestOfBasis(clearance.basis) !== evidence.basis) return 'no_clearance'
  const openedClearance = openCommitment(options.keyRing, clearance)
  if (openedClearance === undefined) return 'not_opened'
  const { masked, shift } = clearance.basis
  if (restored > clearance.clearance || committed(openedClearance.value, shift) !== clearance.clearance) return 'levels'
  return {
    statement: {
      ...{ kind: 'answered', permittedLevel, ...commitment },
      clearance: { masked: bytes(masked), shift: bytes(shift) },
    },
    context,
    secrets: {
      ...{ sensitivity, restored, clearance: clearance.clearance },
      blindings: [opened.blinding, openedClearance.blinding],
    },
  }
}

/** What no endpoint got is proved up to the highest level. */
const HIGHEST_LEVEL = 7

interface Sealed {
  readonly id: string
  readonly tenant: string
  readonly sealed_opening: string
}

/** What opens the commitment of a record, 32 bytes each; undefined where the keys do not open it. */
export function openCommitment(keyRing: Pick<KeyRing, 'open'>, { id, tenant, sealed_opening }: Sealed) {
  try {
    const opening = readOpening(keyRing.open({ purpose: 'evidence', tenant }, sealed_opening, id))
    return opening && { key: bytes(opening.key), value: bytes(opening.value), blinding: bytes(opening.blinding) }
  } catch {
    return undefined
  }
}

/** The number that is committed to; undefined where it is none that a gateway commits to. */
function committed(value: Uint8Array, shift: string): number | undefined {
  try {
    return committedOf(value, bytes(shift))
  } catch {
    return undefined
  }
}

function bytes(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text, 'base64url'))
}
