import { type VerifiedExport, verifyExport } from '@sluice/evidence'
import type { TrustedKeys } from './read-keys.ts'

/** What was shown of one row of the trail. */
export interface RowProof {
  /** The name of the log, which has signed the tree. */
  readonly origin: string
  /** Entries of the tree. */
  readonly size: number
  /** The index of the row's entry in it. */
  readonly leaf: number
  readonly witnesses: readonly string[]
  /** How many witnesses had to cosign. */
  readonly quorum: number
  /** Whether the record was erased, so that only its place is shown. */
  readonly isErased: boolean
  /** Whether the row on the screen says what was proved. */
  readonly isSame: boolean
}

/** What the log commits to but the list does not show. */
const NOT_SHOWN = 'sealed_opening'

/**
 * Proves a row: that the log has signed a tree, that enough witnesses have cosigned it, that the record is an entry of
 * it, and that it is the record on the screen.
 *
 * @throws {ExportFault} Where any of it but the last is false.
 */
export async function proveRow(
  exported: string,
  keys: TrustedKeys,
  shown: { readonly number: number; readonly record: unknown },
): Promise<RowProof> {
  const lines = exported.split('\n')
  let proven: unknown
  const verified: VerifiedExport = await verifyExport(lines, keys, (record) => {
    proven = record
  })
  const { origin, head, witnesses, erased, rows } = verified
  const number = numberOf(lines[1] ?? '')
  const isErased = erased > 0
  return {
    ...{ origin, size: head.size, leaf: number - 1, witnesses, quorum: keys.quorum, isErased },
    isSame:
      rows === 1 && number === shown.number && (isErased ? isEmpty(shown.record) : isSameRecord(proven, shown.record)),
  }
}

/** The verifier has read it before; it is proved under this number. */
function numberOf(line: string): number {
  const row: unknown = line === '' ? undefined : JSON.parse(line)
  return typeof row === 'object' && row !== null && 'number' in row && typeof row.number === 'number' ? row.number : 0
}

/** Tells whether a record that is shown is the proven one, but for what is sealed in it. */
function isSameRecord(proven: unknown, shown: unknown): boolean {
  if (!isMembers(proven)) return false
  const { [NOT_SHOWN]: _sealed, ...open } = proven
  return isSame(open, shown)
}

function isEmpty(record: unknown): boolean {
  return isMembers(record) && Object.keys(record).length === 0
}

function isSame(one: unknown, other: unknown): boolean {
  if (Array.isArray(one)) {
    return Array.isArray(other) && one.length === other.length && one.every((item, index) => isSame(item, other[index]))
  }
  if (!isMembers(one)) return Object.is(one, other)
  if (!isMembers(other) || Array.isArray(other)) return false
  const names = Object.keys(one)
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && isSame(one[name], other[name]))
  )
}

function isMembers(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
