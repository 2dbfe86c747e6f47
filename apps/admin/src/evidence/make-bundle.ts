import { SluiceError } from '@sluice/contracts'
import type { AuditRow, AuditTrail, EvidenceProofsRepository, LogCheckpoints, LogTiles, StoredProof } from '@sluice/db'
import {
  type CompanionLeaf,
  type LeafState,
  type OpenedRecord,
  readEvidence,
  type ShownLeaf,
  TileTree,
  writeBundle,
  writeLogProof,
} from '@sluice/evidence'

/** What bundles are made of. */
export interface EvidenceSources {
  readonly trail: Pick<AuditTrail, 'list' | 'bounds' | 'pick' | 'findForeign'>
  readonly tiles: Pick<LogTiles, 'read' | 'readBundle'>
  readonly checkpoints: Pick<LogCheckpoints, 'find'>
  readonly proofs: Pick<EvidenceProofsRepository, 'find'>
  readonly findClearance: (tenant: string, sessionId: number, basis: string) => Promise<AuditRow | undefined>
}

/** The evidence of a record, and which proofs it waits for. */
interface MadeBundle {
  readonly text: string
  readonly state: LeafState
  /** The records whose proofs are missing: its own, that of its clearance. */
  readonly missing: readonly AuditRow[]
}

/** Whose record is shown. */
export type BundlePart = 'own' | 'clearance' | 'erasure'

/** Says whether anything of a record can be proved. */
export function isProvable({ evidence }: AuditRow): boolean {
  if (evidence === undefined) return false
  const { kind } = readEvidence(evidence)
  return kind !== 'other' && kind !== 'unopened'
}

/**
 * Makes the bundle of a record: its leaf, its proof, that of its clearance, and the way from both to the published
 * checkpoint.
 *
 * @param open shows a record itself, where it is to be shown: its own, that of its clearance or of its erasure.
 * @throws SluiceError `not_found` for a record from before there was evidence, `conflict` where no published checkpoint
 *   has it yet, or where the record of its clearance is not kept any more, `dependency_unavailable`.
 */
export async function makeBundle(
  row: AuditRow,
  sources: EvidenceSources,
  open: (row: AuditRow, part: BundlePart) => OpenedRecord | undefined = () => undefined,
): Promise<MadeBundle> {
  const published = await sources.checkpoints.find('published')
  if (published === undefined || row.number > published.size) throw notYet()
  const tree = new TileTree(published.size, sources.tiles.read)
  const clearance = await clearanceOf(row, sources)
  const erasure = await erasureOf(row, published.size, sources)
  const rows = [row, ...(clearance === undefined ? [] : [clearance])]
  const proofs = new Map((await sources.proofs.find(rows.map(({ number }) => number))).map((one) => [one.number, one]))
  const ofClearance = clearance && proofs.get(clearance.number)
  const isWaiting = clearance !== undefined && ofClearance?.proof === undefined
  const own = proofs.get(row.number)
  const shown = leafOf(row, own)
  // It relies on the clearance, whose own proof has to come, too.
  const state = isWaiting && own?.proof !== undefined ? 'pending' : stateOf(row, own)
  const companion = async (
    one: AuditRow,
    part: BundlePart,
    proof: StoredProof | undefined,
  ): Promise<CompanionLeaf> => ({
    ...{ ...leafOf(one, proof), opened: open(one, part) },
    ...{ index: one.number - 1, path: await tree.inclusionProof(one.number - 1) },
  })
  const index = row.number - 1
  const logProof = writeLogProof({ index, path: await tree.inclusionProof(index), checkpoint: published.note })
  const text = writeBundle({
    ...{ ...shown, state, logProof, opened: open(row, 'own') },
    clearance: clearance === undefined ? null : await companion(clearance, 'clearance', ofClearance),
    ...(erasure === undefined ? {} : { erasure: await companion(erasure, 'erasure', undefined) }),
  })
  const missing = rows.filter((one) => isProvable(one) && proofs.get(one.number)?.proof === undefined)
  return { text, state, missing: missing.filter(({ record }) => record !== undefined && record !== null) }
}

/** The leaf of a record as it is shown. Throws `not_found` for one from before there was evidence. */
export function leafOf({ evidence, recordDigest }: AuditRow, stored: StoredProof | undefined): ShownLeaf {
  if (evidence === undefined || recordDigest === undefined) {
    throw new SluiceError({ code: 'not_found', message: 'The record is from before there was evidence.' })
  }
  const proof = stored?.proof === undefined ? null : new Uint8Array(stored.proof)
  return { evidence, recordDigest: new Uint8Array(recordDigest), proof }
}

/** How far a record is proved. */
export function stateOf(row: AuditRow, stored: StoredProof | undefined): LeafState {
  if (stored?.proof !== undefined) return 'proved'
  if (row.record === undefined || row.record === null) return 'erased'
  return stored?.state === 'due' && isProvable(row) ? 'pending' : 'unproved'
}

/** What an answered request relies on. */
async function clearanceOf({ tenant, evidence = '' }: AuditRow, sources: EvidenceSources) {
  const part = evidence === '' ? undefined : readEvidence(evidence)
  if (part?.kind !== 'answered' || part.inSession === undefined) return undefined
  const found = await sources.findClearance(tenant, part.inSession.session, part.basis)
  if (found !== undefined) return found
  throw new SluiceError({
    code: 'conflict',
    message: 'The record of the clearance of its session is not kept any more.',
  })
}

/** The act that erased it, once the checkpoint has it. An act that stands before it cannot show that. */
async function erasureOf({ tenant, number, erasedBy }: AuditRow, size: number, { trail }: EvidenceSources) {
  if (erasedBy === undefined) return undefined
  const [act] = await trail.list({ filter: { tenant, id: erasedBy }, first: 'oldest', limit: 1 })
  return act !== undefined && act.number > number && act.number <= size && act.evidence !== undefined ? act : undefined
}

/** What a checkpoint has not got yet, nothing can be shown of. */
export function notYet(): SluiceError {
  const message = 'No published checkpoint has that yet. Ask again in some seconds.'
  return new SluiceError({ code: 'conflict', message, retryAfterSeconds: 2 })
}
