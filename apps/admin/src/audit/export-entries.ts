import { setImmediate as nextTurn } from 'node:timers/promises'
import type { AuditFilter, AuditTrail } from '@sluice/db'
import { CSV_HEAD, csvLines, viewAuditEntry } from '../wire/audit-view.ts'

type ExportFormat = 'ndjson' | 'csv'

export const EXPORT_TYPES: Readonly<Record<ExportFormat, string>> = {
  ndjson: 'application/x-ndjson; charset=utf-8',
  csv: 'text/csv; charset=utf-8; header=present',
}

const PAGE = 500
/** Entries that are written in one turn of the event loop: a few milliseconds as CSV. */
const ENTRIES_PER_TURN = 50

/**
 * Streams every entry that a filter finds, the oldest first, a page for each time that the reader has taken one. The
 * stream errors where PostgreSQL fails: a cut export is never taken for a whole one.
 */
export function exportEntries(
  trail: Pick<AuditTrail, 'list'>,
  filter: AuditFilter,
  format: ExportFormat,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let beyond: number | undefined
  return new ReadableStream({
    start(controller) {
      if (format === 'csv') controller.enqueue(encoder.encode(CSV_HEAD))
    },
    async pull(controller) {
      const rows = await trail.list({ filter, first: 'oldest', beyond, limit: PAGE })
      beyond = rows.at(-1)?.number
      for (let first = 0; first < rows.length; first += ENTRIES_PER_TURN) {
        if (first > 0) await nextTurn()
        const entries = rows.slice(first, first + ENTRIES_PER_TURN).map(viewAuditEntry)
        controller.enqueue(encoder.encode(format === 'csv' ? csvLines(entries) : jsonLines(entries)))
      }
      if (rows.length < PAGE) controller.close()
    },
  })
}

function jsonLines(entries: readonly unknown[]): string {
  return entries.map((entry) => `${JSON.stringify(entry)}\n`).join('')
}
