import { z } from 'zod'
import { NAME_MAX_LENGTH } from './text.ts'

/** Tokens, or millionths of the currency's unit: whole, and exact as a number. */
const count = z.int().nonnegative()

/**
 * What one exchange has cost, and whom it is charged to beside its tenant and its user. An answer from the cache has
 * cost nothing. Requests that nobody has answered have no usage, nor have counts of tokens and calls of tools.
 */
export const requestUsageSchema = z.object({
  /** As the endpoint's price list calls it, behind aliases; of an answer from the cache the recorded name. */
  model: z.string(),
  /** All of the prompt, what the endpoint had in its cache included. */
  input_tokens: count,
  /** Those of the prompt that the endpoint had in its cache; absent where it has said of none. */
  cached_tokens: count.optional(),
  output_tokens: count,
  /** By the endpoint's price when it was asked, in millionths of the currency's unit, rounded up. */
  cost_micros: count,
  /** ISO 4217; absent where the endpoint has no price. */
  currency: z.string().optional(),
  /** Whether the endpoint has not said all of it, so that the rest was estimated by lengths. */
  estimated: z.boolean(),
  /** Of the user, each once, in the order of their code units. */
  departments: z.array(z.string().max(NAME_MAX_LENGTH)),
  /** The id of the API key that the caller came with. */
  api_key: z.string().optional(),
})

export type RequestUsage = z.infer<typeof requestUsageSchema>

/** In few bytes: model, input, cached, output, cost, currency, 1 where it was estimated, departments, key. */
export const storedUsageSchema = z.tuple([
  ...([z.string(), count, count, count, count, z.string().nullable(), z.union([z.literal(0), z.literal(1)])] as const),
  ...([z.array(z.string().max(NAME_MAX_LENGTH)), z.string().nullable()] as const),
])

type StoredUsage = z.infer<typeof storedUsageSchema>

export function storedUsage(usage: RequestUsage): StoredUsage {
  const { model, input_tokens, cached_tokens, output_tokens, cost_micros, currency, departments, api_key } = usage
  const isEstimated = usage.estimated ? 1 : 0
  const counts = [input_tokens, cached_tokens ?? 0, output_tokens, cost_micros] as const
  return [model, ...counts, currency ?? null, isEstimated, departments, api_key ?? null]
}

export function readUsage(stored: StoredUsage): RequestUsage {
  const [model, input_tokens, cached, output_tokens, cost_micros, currency, estimated, departments, key] = stored
  return {
    ...{ model, input_tokens, output_tokens, cost_micros, estimated: estimated === 1, departments },
    ...(cached === 0 ? {} : { cached_tokens: cached }),
    ...(currency === null ? {} : { currency }),
    ...(key === null ? {} : { api_key: key }),
  }
}
