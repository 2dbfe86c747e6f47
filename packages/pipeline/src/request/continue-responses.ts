import { type ResponsesItem, type ResponsesRequest, responsesRequestSchema, SluiceError } from '@sluice/contracts'
import type { ItemNames } from './item-names.ts'
import type { LocalRequest } from './model-request.ts'

/** What a request for a response continues. It can be written as JSON. */
export interface ResponsesHistory {
  /** What was said before, in the tokenized form in which it was sent and received. */
  readonly items: readonly ResponsesItem[]
  /** Of `items`. */
  readonly names: ItemNames
  /** Items of earlier responses that the request names, by id; null where such an item is not sent again. */
  readonly named: Readonly<Record<string, ResponsesItem | null>>
}

type ResponsesBody = LocalRequest & { readonly kind: 'responses' }

/** An item that stands for another one. */
const REFERENCE = 'item_reference'

/** The ids of the items that a request names instead of repeating them. */
export function referencesIn({ input }: ResponsesRequest): readonly string[] {
  if (!Array.isArray(input)) return []
  return input.flatMap((item) => (item.type === REFERENCE && typeof item.id === 'string' ? [item.id] : []))
}

/**
 * The request with its history before its own input, and where the items of earlier responses stand in it. What was
 * sent before is repeated to the byte, so that an endpoint which remembers prefixes finds it again. The body is as the
 * caller sent it: what providers have sealed has its marks.
 *
 * @throws SluiceError `invalid_request` where it has too many items with it, `not_found` for an item that is not kept.
 */
export function continueResponses(
  { body, seals }: ResponsesBody,
  { items, names, named }: ResponsesHistory,
): { readonly request: ResponsesBody; readonly names: ItemNames } {
  // Nothing but marks has been taken from what the schema once parsed.
  const asSent = seals === undefined ? body : responsesRequestSchema.parse(seals.asSent)
  const input = [...items]
  const places = new Map(Object.entries(names))
  for (const item of ownItems(asSent.input)) {
    if (item.type !== REFERENCE) {
      input.push(item)
      continue
    }
    const id = String(item.id)
    const found = Object.hasOwn(named, id) ? named[id] : undefined
    if (found === undefined) throw notKept()
    places.set(id, found === null ? -1 : input.length)
    if (found !== null) input.push(found)
  }
  const parsed = responsesRequestSchema.shape.input.safeParse(input)
  if (parsed.success) {
    return {
      request: { kind: 'responses', body: { ...asSent, input: parsed.data } },
      names: Object.fromEntries(places),
    }
  }
  const message = 'input: the conversation has too many items. Begin a new one.'
  throw new SluiceError({ code: 'invalid_request', message, param: 'input' })
}

function notKept(): SluiceError {
  const message = 'An item of the input is not kept (any more).'
  return new SluiceError({ code: 'not_found', message, param: 'input' })
}

/** The input of a request as items. A text is what the user says. */
export function ownItems(input: ResponsesRequest['input']): readonly ResponsesItem[] {
  if (input === undefined) return []
  return typeof input === 'string' ? [{ type: 'message', role: 'user', content: input }] : input
}
