import type { WireEvent } from '@sluice/contracts'
import type { EndpointCall } from '@sluice/pipeline/ports'
import { isRecord } from '../is-record.ts'

type MarkSeal = EndpointCall['markSeal']

/** An event of Responses with what the provider has encrypted marked, in its item or in the whole response. */
export function markResponsesEvent(event: WireEvent, mark: MarkSeal): WireEvent {
  if (isRecord(event.item)) {
    const item = markItem(event.item, mark)
    return item === event.item ? event : { ...event, item }
  }
  if (!isRecord(event.response) || !Array.isArray(event.response.output)) return event
  const before: readonly unknown[] = event.response.output
  const output = before.map((item) => (isRecord(item) ? markItem(item, mark) : item))
  return output.every((item, at) => item === before[at]) ? event : { ...event, response: { ...event.response, output } }
}

function markItem(item: Readonly<Record<string, unknown>>, mark: MarkSeal): Readonly<Record<string, unknown>> {
  const { encrypted_content: sealed } = item
  return typeof sealed === 'string' && sealed !== '' ? { ...item, encrypted_content: mark(sealed, '') } : item
}
