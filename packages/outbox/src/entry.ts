import { type OutboxRecord, outboxRecordSchema, readStoredRequest, type StoredRecord } from '@sluice/contracts'

/**
 * The fields of a record's entry in its stream, names and values in turn. The same names in every entry cost next to
 * nothing: a stream keeps them once for the entries of a node.
 */
export function toEntry(record: StoredRecord): readonly string[] {
  if (record.kind !== 'request') return ['record', JSON.stringify(record)]
  return ['request', record.facts, 'commitment', record.commitment, 'opening', record.sealed_opening]
}

/**
 * Reads a record from the fields of its entry.
 *
 * @throws {Error} where the entry has another form.
 */
export function fromEntry(fields: readonly string[]): OutboxRecord {
  const [name, value = '', , commitment = '', , sealed_opening = ''] = fields
  const record: unknown =
    name === 'request' ? readStoredRequest({ facts: value, commitment, sealed_opening }) : JSON.parse(value)
  return outboxRecordSchema.parse(record)
}
