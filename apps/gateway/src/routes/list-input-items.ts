import { createRoute, z } from '@hono/zod-openapi'
import { type ResponsesItem, responsesItemSchema, SluiceError } from '@sluice/contracts'
import type { ServiceEnv } from '@sluice/service-kit'
import type { Context } from 'hono'
import { type CallerDependencies, requireKnownCaller } from '../admission/known-caller.ts'
import { jsonResponse } from '../delivery/json-response.ts'
import type { RestoreDependencies } from '../delivery/restore-for-caller.ts'
import type { Dependencies } from '../dependencies.ts'
import { findKept } from '../kept-responses/find-kept.ts'
import { restoreKept } from '../kept-responses/restore-kept.ts'
import { errorResponses } from '../protocols/openai/error-responses.ts'
import { openAiResponses } from '../protocols/openai-responses/parse.ts'
import { noSuchResponse } from './retrieve-response.ts'

const pageSchema = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(20),
  order: z.enum(['asc', 'desc']).default('desc'),
  after: z.string().max(256).optional(),
})

const listSchema = z.object({
  object: z.literal('list'),
  data: z.array(responsesItemSchema),
  first_id: z.string().nullable(),
  last_id: z.string().nullable(),
  has_more: z.boolean(),
})

export const listInputItemsRoute = createRoute({
  security: [{ bearer: [] }],
  method: 'get',
  path: '/v1/responses/{response_id}/input_items',
  summary: 'List what a kept response was made from',
  description: 'All items that the model was sent, those of the responses before included.',
  request: { params: z.object({ response_id: z.string() }), query: pageSchema },
  responses: {
    200: { description: 'The items.', content: { 'application/json': { schema: listSchema } } },
    ...errorResponses([400, 401, 403, 404, 429, 502, 503]),
  },
})

type ListDependencies = CallerDependencies &
  RestoreDependencies &
  Pick<Dependencies, 'kept' | 'keyRing' | 'sessionKeys'>

/** Lists the input of a kept response for whoever sent it, with the values that the caller may see now. */
export function listInputItems(dependencies: ListDependencies) {
  return async (context: Context<ServiceEnv>): Promise<Response> => {
    context.set('renderError', openAiResponses.renderError)
    const caller = await requireKnownCaller(dependencies, context, openAiResponses)
    const page = pageSchema.safeParse(context.req.query())
    if (!page.success) {
      throw new SluiceError({ code: 'invalid_request', message: 'limit is 1 to 100, and order is asc or desc.' })
    }
    const id = context.req.param('response_id') ?? ''
    const kept = await findKept(dependencies, caller, id)
    if (kept === undefined) throw noSuchResponse()
    const { items, hasMore } = pageOf(namedItems(kept.input, id), page.data)
    const listed = { ...kept, response: { id, output: items } }
    const { response } = await restoreKept(dependencies, context, caller, listed, noSuchResponse())
    const list = {
      ...{ object: 'list', data: response.output },
      ...{ first_id: items[0]?.id ?? null, last_id: items.at(-1)?.id ?? null, has_more: hasMore },
    }
    return jsonResponse(list, {})
  }
}

type NamedItem = ResponsesItem & { readonly id: string }

/** Items as OpenAI lists them: each has an id, and the content of a message is a list. */
function namedItems(input: readonly ResponsesItem[], responseId: string): readonly NamedItem[] {
  const owner = responseId.slice('resp_'.length)
  return input.map((item, at) => {
    const { type = 'message', content } = item
    const id = typeof item.id === 'string' ? item.id : `${type === 'message' ? 'msg' : 'item'}_${owner}_in_${at}`
    if (typeof content !== 'string') return { ...item, type, id }
    const part = item.role === 'assistant' ? 'output_text' : 'input_text'
    return { ...item, type, id, content: [{ type: part, text: content }] }
  })
}

function pageOf(items: readonly NamedItem[], { limit, order, after }: z.output<typeof pageSchema>) {
  const ordered = order === 'asc' ? items : items.toReversed()
  const from = after === undefined ? 0 : ordered.findIndex(({ id }) => id === after) + 1
  const page = ordered.slice(from, from + limit)
  return { items: page, hasMore: from + limit < ordered.length }
}
