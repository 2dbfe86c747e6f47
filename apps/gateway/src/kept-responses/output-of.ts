import { type ResponsesItem, responsesItemSchema } from '@sluice/contracts'
import type { KeptResponse } from '@sluice/pipeline'
import { z } from 'zod'

/** The items of a response. */
export function outputOf({ output }: KeptResponse['response']): readonly ResponsesItem[] {
  return z.array(responsesItemSchema).catch([]).parse(output)
}
