import { type OutboxRecord, outboxRecordSchema, readStoredRequest, type StoredRecord } from '@sluice/contracts'

/** What an entry holds. */
interface EntryContent {
  readonly record: OutboxRecord
  /** The number of the record's first event among those of its session, from 1; undefined without a session. */
  readonly sequence: number | undefined
}

/**
 * The values of a record's entry. The script that appends adds their names and the number: the same names in every
 * entry cost next to nothing, because a stream keeps them once for the entries of a node.
 */
export function toEntry(record: StoredRecord): readonly string[] {
  if (record.kind !== 'request') return [JSON.stringify(record)]
  return [record.facts, record.commitment, record.sealed_opening]
}

/**
 * Reads an entry from its fields. Entries from before sessions were numbered have no sequence.
 *
 * @throws {Error} where the entry has another form.
 */
export function fromEntry(fields: readonly string[]): EntryContent {
  const named = new Map<string, string>()
  for (let at = 0; at + 1 < fields.length; at += 2) named.set(fields[at] ?? '', fields[at + 1] ?? '')
  return { record: outboxRecordSchema.parse(readRecord(named)), sequence: readSequence(named.get('sequence')) }
}

function readRecord(named: ReadonlyMap<string, string>): unknown {
  const facts = named.get('request')
  if (facts === undefined) return JSON.parse(named.get('record') ?? '')
  return readStoredRequest({
    ...{ facts, commitment: named.get('commitment') ?? '', sealed_opening: named.get('opening') ?? '' },
  })
}

function readSequence(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const sequence = Number(text)
  if (!Number.isSafeInteger(sequence) || sequence < 1) throw new Error('An entry has no valid sequence number.')
  return sequence
}
