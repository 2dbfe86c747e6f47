import canonicalize from 'canonicalize'
import { requireSameFacts } from '../bundle/check-opened.ts'
import { anyObject, InvalidEvidence } from '../evidence/members.ts'
import { readEvidence } from '../evidence/read-evidence.ts'
import { type Digest, hashLeaf } from '../log/hashes.ts'
import { type TreeHead, verifyInclusion } from '../log/merkle-proofs.ts'
import { commitToRecord } from '../log/record-commitment.ts'
import { InvalidNote } from '../log/signed-note.ts'
import { type TrustedKeys, verifyCheckpoint } from '../log/verify-checkpoint.ts'
import { type ExportEnd, type ExportedRecord, type ExportHead, readExportLine } from './export-lines.ts'

/** What an export is not: named with the first row that is wrong. */
export class ExportFault extends Error {
  override readonly name = 'ExportFault'
}

/** What an export was found to be. */
export interface VerifiedExport {
  readonly tenant: string
  readonly origin: string
  /** The tree that every record is in. */
  readonly head: TreeHead
  readonly rows: number
  readonly erased: number
  readonly lastPosition: number
  /** Whether the records fulfil conditions: then nothing shows which are missing. */
  readonly isFiltered: boolean
  /** Who has cosigned. */
  readonly witnesses: readonly string[]
}

/**
 * Verifies an export line by line, without the service or its database: that the log has signed the checkpoint, that
 * each record is the one that the log committed to at its number, and that none is missing, moved or cut off.
 *
 * @param onRecord told of each record that is shown, once it was found to be what the log has committed to.
 * @throws {ExportFault} for the first fault.
 */
export async function verifyExport(
  lines: AsyncIterable<string> | Iterable<string>,
  keys: TrustedKeys,
  onRecord: (record: unknown) => void = () => undefined,
): Promise<VerifiedExport> {
  let verifier: ExportVerifier | undefined
  let lineNumber = 0
  /** Whether the line feed behind the last line was read. */
  let isFed = false
  for await (const text of lines) {
    lineNumber += 1
    if (text === '' && verifier?.isOver && !isFed) {
      isFed = true
      continue
    }
    const line = readExportLine(text)
    if (line === undefined) throw new ExportFault(`Line ${lineNumber} is not one of an export.`)
    if (line.type === 'head' && verifier === undefined) verifier = new ExportVerifier(line, keys)
    else if (line.type === 'record' && verifier && !verifier.isOver) verifier.addRecord(line)
    else if (line.type === 'end' && verifier && !verifier.isOver) verifier.end(line)
    else throw new ExportFault(`Line ${lineNumber} does not belong there.`)
    if (line.type === 'record' && line.content.type === 'record') onRecord(line.content.record)
  }
  if (verifier === undefined) throw new ExportFault('The export is empty.')
  return verifier.result()
}

class ExportVerifier {
  readonly #head: ExportHead
  readonly #tree: TreeHead
  readonly #origin: string
  readonly #witnesses: readonly string[]
  #rows = 0
  #erased = 0
  #lastNumber = 0
  #lastPosition = 0
  #isOver = false

  constructor(head: ExportHead, keys: TrustedKeys) {
    this.#head = head
    const { origin, head: tree, witnesses } = checkpointOf(head, keys)
    this.#origin = origin
    this.#tree = tree
    this.#witnesses = witnesses
  }

  get isOver(): boolean {
    return this.#isOver
  }

  get #isFiltered(): boolean {
    return Object.keys(this.#head.filter).length > 0
  }

  addRecord(row: ExportedRecord): void {
    const { number, position } = row
    const name = nameOf(row)
    if (number <= this.#lastNumber || position <= this.#lastPosition) {
      throw new ExportFault(`${name} is moved: it stands behind row ${this.#lastNumber}.`)
    }
    if (!this.#isFiltered && position !== this.#lastPosition + 1) {
      throw new ExportFault(`Before ${name}, the row at position ${this.#lastPosition + 1} is missing.`)
    }
    const entry = entryOf(row)
    if (entry === undefined || !verifyInclusion(hashLeaf(entry), number - 1, this.#tree, row.proof)) {
      throw new ExportFault(`${name} is altered: it is not what the log has committed to.`)
    }
    this.#requireSameFacts(row, name)
    this.#rows += 1
    this.#erased += row.content.type === 'erased' ? 1 : 0
    this.#lastNumber = number
    this.#lastPosition = position
  }

  /** Else the proofs would be about something else than what the record says. */
  #requireSameFacts({ position, sequence, evidence, content }: ExportedRecord, name: string): void {
    if (evidence === undefined || content.type === 'erased') return
    try {
      const part = readEvidence(evidence)
      const record = anyObject(content.record, 'record')
      requireSameFacts(part, record)
      const isThere = part.position === position && part.tenant === this.#head.tenant
      if (isThere && (part.inSession === undefined || part.inSession.sequence === sequence)) return
    } catch (error) {
      if (!(error instanceof InvalidEvidence)) throw error
    }
    throw new ExportFault(`${name} says something else than its evidence part.`)
  }

  end({ rows, lastPosition }: ExportEnd): void {
    if (rows !== this.#rows || lastPosition !== this.#lastPosition) {
      throw new ExportFault(`Behind row ${this.#lastNumber}, rows up to position ${lastPosition} are missing.`)
    }
    this.#isOver = true
  }

  result(): VerifiedExport {
    if (!this.#isOver) throw new ExportFault(`The export is cut off behind row ${this.#lastNumber}.`)
    return {
      ...{ tenant: this.#head.tenant, origin: this.#origin, head: this.#tree, rows: this.#rows, erased: this.#erased },
      ...{ lastPosition: this.#lastPosition, isFiltered: this.#isFiltered, witnesses: this.#witnesses },
    }
  }
}

function checkpointOf(head: ExportHead, keys: TrustedKeys) {
  try {
    return verifyCheckpoint(head.checkpoint, keys)
  } catch (error) {
    if (error instanceof InvalidNote) throw new ExportFault(error.message)
    throw error
  }
}

/** What the log must have at the number of a row; undefined for a record that has no canonical form. */
function entryOf({ position, sequence, evidence, content }: ExportedRecord): Digest | undefined {
  if (content.type === 'erased') return content.entry
  const { salt, record } = content
  const text = canonical({ position, ...(sequence === undefined ? {} : { sequence }), record })
  if (text === undefined) return undefined
  const encoder = new TextEncoder()
  return commitToRecord({ evidence: encoder.encode(evidence ?? ''), salt, record: encoder.encode(text) })
}

/** Undefined for a number that is too large for JSON, as 1e999, which the canonical form does not have. */
function canonical(value: object): string | undefined {
  try {
    return canonicalize(value)
  } catch {
    return undefined
  }
}

function nameOf({ number, content }: ExportedRecord): string {
  const record: unknown = content.type === 'record' ? content.record : undefined
  const id: unknown = typeof record === 'object' && record !== null ? Reflect.get(record, 'id') : undefined
  return typeof id === 'string' ? `Row ${number} (${id})` : `Row ${number}`
}
