import type { AuditFilter, AuditTrail } from '@sluice/db'
import { CSV_HEAD, csvLines, viewAuditEntry } from '../wire/audit-view.ts'

type ExportFormat = 'ndjson' | 'csv'

export const EXPORT_TYPES: Readonly<Record<ExportFormat, string>> = {
  ndjson: 'application/x-ndjson; charset=utf-8',
  csv: 'text/csv; charset=utf-8; header=present',
}

const PAGE = 500

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
      const entries = rows.map(viewAuditEntry)
      const text = format === 'csv' ? csvLines(entries) : entries.map((entry) => `${JSON.stringify(entry)}\n`).join('')
      if (text !== '') controller.enqueue(encoder.encode(text))
      if (rows.length < PAGE) controller.close()
    },
  })
}
