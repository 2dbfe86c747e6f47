import { hash } from 'node:crypto'
import type { UnreadableRecord } from '@sluice/contracts'

/** `MS-NUMBER` at the end of what Redis calls an entry. */
const ENTRY_TIME = /(\d{1,15})-\d{1,20}$/

/**
 * Makes the record of an entry of the outbox that nobody can read. Its id and its time follow from the name of the
 * entry, so that an entry that is delivered twice is recorded once.
 */
export function unreadableRecord(entry: string): UnreadableRecord {
  const id = hash('sha256', `unreadable ${entry}`, 'hex')
  return { kind: 'unreadable', version: 1, id, entry, time_ms: Number(ENTRY_TIME.exec(entry)?.[1] ?? 0) }
}
