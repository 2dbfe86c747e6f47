import { setImmediate as nextTurn } from 'node:timers/promises'
import type { SluiceEvent } from '@sluice/contracts'
import type { AuditRow } from '@sluice/db'
import { toCef, toOcsf } from '@sluice/events'
import { eventsOfRow } from './events-of-row.ts'

/** CEF version 0; JSON of OCSF; a CloudEvent in structured form. */
export const EVENT_FORMATS = ['cef', 'ocsf', 'cloudevents'] as const

export type EventFormat = (typeof EVENT_FORMATS)[number]

/** Of a body of such lines. */
export const CONTENT_TYPES: Readonly<Record<EventFormat, string>> = {
  cef: 'text/plain; charset=utf-8',
  ocsf: 'application/x-ndjson; charset=utf-8',
  cloudevents: 'application/x-ndjson; charset=utf-8',
}

/** Writes an event of a row of the trail. */
export type WriteEvent = (event: SluiceEvent, row: AuditRow) => string

interface About {
  /** Of the product. */
  readonly version: string
  /** The origin of the log that commits to the trail. */
  readonly log: string
}

/** What writes an event in one line, without a line break. */
export function lineWriter(format: EventFormat, { version, log }: About): WriteEvent {
  switch (format) {
    case 'cef':
      return (event) => toCef(event, version)
    case 'ocsf':
      return (event, { commitment }) => toOcsf(event, { productVersion: version, entry: { log, commitment } })
    case 'cloudevents':
      return (event) => JSON.stringify(event)
  }
}

/** A row has about nine events. See docs/siem.md for what a slice takes. */
const ROWS_PER_SLICE = 5

/** Writes each event of the rows, in their order, in slices, between which other work of the process gets its turn. */
export async function* slicesOf(rows: readonly AuditRow[], write: WriteEvent, least = 0): AsyncGenerator<string[]> {
  for (let start = 0; start < rows.length; start += ROWS_PER_SLICE) {
    if (start > 0) await nextTurn()
    const lines: string[] = []
    for (const row of rows.slice(start, start + ROWS_PER_SLICE)) {
      for (const event of eventsOfRow(row)) if (event.severity >= least) lines.push(write(event, row))
    }
    yield lines
  }
}

/** All lines of {@link slicesOf}. */
export async function linesOf(rows: readonly AuditRow[], write: WriteEvent): Promise<string[]> {
  const lines: string[] = []
  for await (const slice of slicesOf(rows, write)) lines.push(...slice)
  return lines
}
