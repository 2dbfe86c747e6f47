import type { WireEvent } from '@sluice/contracts'
import { isRecord } from '../is-record.ts'

/** Before the id of the record in the ids of responses. */
const RESPONSE_PREFIX = 'resp_'
/** What stands before an item's own id says what it is: `msg_`, `fc_`, `rs_`. */
const ITEM_PREFIX = /^[a-z]{1,16}(?=_)/

/**
 * An event of a response with the gateway's own ids: one for the response, and for each item its prefix, the record
 * and the item's place in the output. So whoever names an item later names the response that it stands in.
 *
 * @param responseId `resp_` and the id of the record.
 */
export function withOwnIds(event: WireEvent, responseId: string): WireEvent {
  const owner = responseId.slice(RESPONSE_PREFIX.length)
  const { response, item, item_id, output_index: at } = event
  const changes: Record<string, unknown> = {}
  if (isRecord(response)) changes.response = ownResponse(response, responseId, owner)
  if (typeof at === 'number') {
    if (isRecord(item)) changes.item = ownItem(item, owner, at)
    if (typeof item_id === 'string') changes.item_id = ownItemId(item_id, owner, at)
  }
  if (typeof event.response_id === 'string') changes.response_id = responseId
  return { ...event, ...changes }
}

function ownResponse(response: Readonly<Record<string, unknown>>, id: string, owner: string): object {
  const { output } = response
  if (!Array.isArray(output)) return { ...response, id }
  return { ...response, id, output: output.map((item, at) => (isRecord(item) ? ownItem(item, owner, at) : item)) }
}

function ownItem(item: Readonly<Record<string, unknown>>, owner: string, at: number): object {
  return typeof item.id === 'string' ? { ...item, id: ownItemId(item.id, owner, at) } : item
}

function ownItemId(id: string, owner: string, at: number): string {
  const [prefix = 'item'] = ITEM_PREFIX.exec(id) ?? []
  return `${prefix}_${owner}_${at}`
}
