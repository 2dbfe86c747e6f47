import type { AuditFilter } from '@sluice/db'
import { ExportFault, type VerifiedExport, type VerifierKey, verifyExport } from '@sluice/evidence'
import { linesWithProofs, type ProvenTrail } from './export-with-proofs.ts'

/** What the stored trail was found to be. */
type StoredTrailVerdict =
  | ({ readonly isRight: true } & Pick<VerifiedExport, 'rows' | 'erased' | 'lastPosition' | 'isFiltered' | 'head'>)
  /** The first row that is altered, missing or moved, in words. */
  | { readonly isRight: false; readonly fault: string }

/**
 * Verifies the stored records of a tenant against the published checkpoint, as `npm run audit -- verify` does with an
 * export of them. It trusts this service's own key; an auditor who does not should take the export.
 *
 * @param shownFilter as for an export: with conditions, nothing tells which records are missing.
 * @throws SluiceError `conflict` where no checkpoint is published yet, `dependency_unavailable`; the signal's reason
 *   when nobody waits any more.
 */
export async function verifyStoredTrail(
  trail: ProvenTrail,
  filter: AuditFilter,
  shownFilter: Readonly<Record<string, unknown>>,
  keys: readonly VerifierKey[],
  signal: AbortSignal,
): Promise<StoredTrailVerdict> {
  const lines = await linesWithProofs(trail, filter, shownFilter)
  try {
    const verified = await verifyExport(untilAborted(lines, signal), { log: keys, witnesses: [], quorum: 0 })
    const { rows, erased, lastPosition, isFiltered, head } = verified
    return { isRight: true, rows, erased, lastPosition, isFiltered, head }
  } catch (error) {
    if (error instanceof ExportFault) return { isRight: false, fault: error.message }
    throw error
  }
}

async function* untilAborted(lines: AsyncIterable<string>, signal: AbortSignal): AsyncGenerator<string> {
  for await (const line of lines) {
    signal.throwIfAborted()
    yield line
  }
}
