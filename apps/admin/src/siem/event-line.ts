import { setImmediate as nextTurn } from 'node:timers/promises'
import type { SluiceEvent } from '@sluice/contracts'
import type { AuditRow } from '@sluice/db'
import { toCef } from '@sluice/events'
import { eventsOfRow } from './events-of-row.ts'

/** CEF version 0; a CloudEvent in structured form. */
export const EVENT_FORMATS = ['cef', 'cloudevents'] as const

type EventFormat = (typeof EVENT_FORMATS)[number]

/** Of a body of such lines. */
export const CONTENT_TYPES: Readonly<Record<EventFormat, string>> = {
  cef: 'text/plain; charset=utf-8',
  cloudevents: 'application/x-ndjson; charset=utf-8',
}

/** Writes an event in one line, without a line break. */
export function lineOf(format: EventFormat, event: SluiceEvent, version: string): string {
  return format === 'cef' ? toCef(event, version) : JSON.stringify(event)
}

/** A row has about nine events; twenty rows take about 2 ms. */
const ROWS_PER_SLICE = 20

/** Writes each event of the rows, in their order. Other work of the process gets its turn in between. */
export async function linesOf(
  rows: readonly AuditRow[],
  write: (event: SluiceEvent, row: AuditRow) => string,
): Promise<string[]> {
  const lines: string[] = []
  for (let start = 0; start < rows.length; start += ROWS_PER_SLICE) {
    if (start > 0) await nextTurn()
    for (const row of rows.slice(start, start + ROWS_PER_SLICE)) {
      for (const event of eventsOfRow(row)) lines.push(write(event, row))
    }
  }
  return lines
}
