import { nestsTooDeep } from '../evidence/members.ts'
import { fromBase64, toBase64 } from '../log/base64.ts'
import { DIGEST_BYTES, type Digest } from '../log/hashes.ts'

/** The first line of an export: whose records follow, and the checkpoint that their proofs lead to. */
export interface ExportHead {
  readonly tenant: string
  /** The conditions that the records fulfil; without any, all records of the tenant follow. */
  readonly filter: Readonly<Record<string, unknown>>
  /** The signed note. */
  readonly checkpoint: string
}

/** One record, or what is left of one that was erased. */
export interface ExportedRecord {
  /** The index of its leaf, plus 1. */
  readonly number: number
  /** Its number among the records of its tenant. */
  readonly position: number
  readonly sequence?: number | undefined
  /** The public part of the record, to which its entry commits apart. */
  readonly evidence?: string | undefined
  readonly content:
    | { readonly type: 'record'; readonly salt: Uint8Array; readonly record: unknown }
    | { readonly type: 'erased'; readonly entry: Digest }
  readonly proof: readonly Digest[]
}

/** The last line: how many records there are, and the position of the last. */
export interface ExportEnd {
  readonly rows: number
  readonly lastPosition: number
}

type ExportLine =
  | ({ readonly type: 'head' } & ExportHead)
  | ({ readonly type: 'record' } & ExportedRecord)
  | ({ readonly type: 'end' } & ExportEnd)

const VERSION = 1
const MAX_PROOF = 63

/** Writes a line of an export, without its line feed. The format is in docs/transparency-log.md. */
export function writeExportLine(line: ExportLine): string {
  switch (line.type) {
    case 'head':
      return JSON.stringify({
        export: { version: VERSION, tenant: line.tenant, filter: line.filter, checkpoint: line.checkpoint },
      })
    case 'end':
      return JSON.stringify({ end: { rows: line.rows, last_position: line.lastPosition } })
    case 'record': {
      const { number, position, sequence, evidence, content, proof } = line
      const shown =
        content.type === 'erased'
          ? { erased: true, entry: toBase64(content.entry) }
          : { salt: toBase64(content.salt), record: content.record }
      return JSON.stringify({ number, position, sequence, evidence, ...shown, proof: proof.map(toBase64) })
    }
  }
}

/**
 * Reads such a line; undefined for any other text, and for a line with members more: the log commits to none of them,
 * and a reader could take them for what it has committed to.
 */
export function readExportLine(text: string): ExportLine | undefined {
  const line = asMembers(parseJson(text))
  if (line === undefined) return undefined
  if (line['export'] !== undefined) return hasOnly(line, ['export']) ? readHead(asMembers(line['export'])) : undefined
  if (line['end'] !== undefined) return hasOnly(line, ['end']) ? readEnd(asMembers(line['end'])) : undefined
  return readRecord(line)
}

const ROW_MEMBERS = ['number', 'position', 'sequence', 'evidence', 'proof']

function hasOnly(members: Members, names: readonly string[]): boolean {
  return Object.keys(members).every((name) => names.includes(name))
}

type Members = Readonly<Record<string, unknown>>

function readHead(head: Members | undefined): ExportLine | undefined {
  const { version, tenant, filter, checkpoint } = head ?? {}
  const conditions = asMembers(filter)
  if (version !== VERSION || typeof tenant !== 'string' || typeof checkpoint !== 'string' || !conditions)
    return undefined
  return { type: 'head', tenant, filter: conditions, checkpoint }
}

function readEnd(end: Members | undefined): ExportLine | undefined {
  const { rows, last_position: lastPosition } = end ?? {}
  return isCount(rows) && isCount(lastPosition) ? { type: 'end', rows, lastPosition } : undefined
}

function readRecord(line: Members): ExportLine | undefined {
  const { number, position, sequence, evidence, proof } = line
  const content = readContent(line)
  const path = Array.isArray(proof) && proof.length <= MAX_PROOF ? proof.map(readDigest) : undefined
  if (!isCount(number) || !isCount(position) || number === 0 || !content) return undefined
  if (path === undefined || !isDigests(path) || !(sequence === undefined || isCount(sequence))) return undefined
  if (!(evidence === undefined || typeof evidence === 'string')) return undefined
  return { type: 'record', number, position, sequence, evidence, content, proof: path }
}

function readContent(line: Members): ExportedRecord['content'] | undefined {
  const { erased, entry, salt, record } = line
  if (erased === true) {
    const digest = hasOnly(line, [...ROW_MEMBERS, 'erased', 'entry']) ? readDigest(entry) : undefined
    return digest && { type: 'erased', entry: digest }
  }
  if (!hasOnly(line, [...ROW_MEMBERS, 'salt', 'record'])) return undefined
  const bytes = typeof salt === 'string' ? fromBase64(salt) : undefined
  return bytes === undefined || record === undefined || nestsTooDeep(record)
    ? undefined
    : { type: 'record', salt: bytes, record }
}

function readDigest(text: unknown): Digest | undefined {
  const bytes = typeof text === 'string' ? fromBase64(text) : undefined
  return bytes?.length === DIGEST_BYTES ? bytes : undefined
}

function isDigests(digests: readonly (Digest | undefined)[]): digests is readonly Digest[] {
  return digests.every((digest) => digest !== undefined)
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
}

function asMembers(value: unknown): Members | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Members) : undefined
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
