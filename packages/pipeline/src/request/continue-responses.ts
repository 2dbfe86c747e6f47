import { type ResponsesItem, type ResponsesRequest, responsesRequestSchema, SluiceError } from '@sluice/contracts'
import type { LocalRequest } from './model-request.ts'

/** What a request for a response continues. It can be written as JSON. */
export interface ResponsesHistory {
  /** What was said before, in the tokenized form in which it was sent and received. */
  readonly items: readonly ResponsesItem[]
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
 * The request with its history before its own input. What was sent before is repeated to the byte, so that an endpoint
 * which remembers prefixes finds it again. The body is as the caller sent it: what providers have sealed has its marks.
 *
 * @throws SluiceError `invalid_request` where it has too many items with it, `not_found` for an item that is not kept.
 */
export function continueResponses({ body, seals }: ResponsesBody, { items, named }: ResponsesHistory): ResponsesBody {
  // Nothing but marks has been taken from what the schema once parsed.
  const asSent = seals === undefined ? body : responsesRequestSchema.parse(seals.asSent)
  const own = ownItems(asSent.input).flatMap((item): readonly ResponsesItem[] => {
    if (item.type !== REFERENCE) return [item]
    const found = typeof item.id === 'string' && Object.hasOwn(named, item.id) ? named[item.id] : undefined
    if (found !== undefined) return found === null ? [] : [found]
    throw new SluiceError({
      code: 'not_found',
      message: 'An item of the input is not kept (any more).',
      param: 'input',
    })
  })
  const parsed = responsesRequestSchema.shape.input.safeParse([...items, ...own])
  if (parsed.success) return { kind: 'responses', body: { ...asSent, input: parsed.data } }
  const message = 'input: the conversation has too many items. Begin a new one.'
  throw new SluiceError({ code: 'invalid_request', message, param: 'input' })
}

/** The input of a request as items. A text is what the user says. */
export function ownItems(input: ResponsesRequest['input']): readonly ResponsesItem[] {
  if (input === undefined) return []
  return typeof input === 'string' ? [{ type: 'message', role: 'user', content: input }] : input
}
