import { type ResponsesItem, responsesItemSchema } from '@sluice/contracts'
import type { KeptResponse } from '@sluice/pipeline'
import { z } from 'zod'

/** What an endpoint that stores nothing takes back without its id: it would look the id up, and not find it. */
const WITHOUT_ID: ReadonlySet<unknown> = new Set(['message', 'function_call', 'custom_tool_call'])
/** What it takes back only as the provider has encrypted it. */
const ENCRYPTED: ReadonlySet<unknown> = new Set(['reasoning', 'compaction'])

/**
 * The items of a response as an endpoint that stores nothing takes them back. Reasoning goes back where it is
 * encrypted; calls of tools that the provider has run itself it knows by their ids only, so they stay behind.
 */
export function itemsToSend({ response }: Pick<KeptResponse, 'response'>): readonly ResponsesItem[] {
  return outputOf(response).flatMap((item): readonly ResponsesItem[] => {
    const sent = itemToSend(item)
    return sent === undefined ? [] : [sent]
  })
}

/** One item in that form; undefined where it stays behind. */
export function itemToSend(item: ResponsesItem): ResponsesItem | undefined {
  if (WITHOUT_ID.has(item.type)) {
    const { id: _, status: __, ...rest } = item
    return rest
  }
  return ENCRYPTED.has(item.type) && typeof item.encrypted_content === 'string' ? item : undefined
}

/** The items of a response. */
export function outputOf({ output }: KeptResponse['response']): readonly ResponsesItem[] {
  return z.array(responsesItemSchema).catch([]).parse(output)
}
