import { z } from '@hono/zod-openapi'
import { defined } from '@sluice/service-kit/async'
import { wholeNumber } from '../wire/path.ts'

/**
 * The query of a list that is given in pages: a state, how many, and where to go on.
 *
 * @param cursor what an id of the list looks like.
 */
export function pageQuery<States extends readonly [string, ...string[]], Cursor extends z.ZodType<string>>(
  states: States,
  cursor: Cursor,
) {
  return z.strictObject({
    state: z.enum(states).optional().describe('In any state without it.'),
    limit: wholeNumber(100).default(50).describe('1 to 100.'),
    cursor: cursor.optional().describe('The `next` of the page before.'),
  })
}

/** One page of a list as it is answered. */
export function pageSchema<Item extends z.ZodType>(item: Item) {
  return z.object({
    data: z.array(item),
    next: z.string().optional().describe('The `cursor` of the next page; absent at the end.'),
  })
}

/** Writes a page: where it is full there may be more behind its last one. */
export function pageOf<Found extends { readonly id: string }, View>(
  found: readonly Found[],
  limit: number,
  view: (one: Found) => View,
) {
  const next = found.length < limit ? undefined : found.at(-1)?.id
  return { data: found.map(view), ...defined({ next }) }
}
