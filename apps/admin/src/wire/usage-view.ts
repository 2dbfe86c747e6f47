import { z } from '@hono/zod-openapi'
import type { UsageRow } from '@sluice/db'
import { stringify } from 'csv-stringify/sync'

const sum = (what: string) => z.int().describe(what)

export const usageRowSchema = z
  .object({
    name: z
      .string()
      .optional()
      .describe('The `sub`, department, id of the key, endpoint, model or day; absent for what belongs to none.'),
    requests: sum('Exchanges that were answered, those from the cache among them.'),
    cache_hits: sum('Those that were answered from the cache, at no cost.'),
    estimated_requests: sum('Those whose endpoint has not said all tokens, so that some were estimated by lengths.'),
    input_tokens: sum('Those of prompts, what endpoints had in their cache included.'),
    cached_tokens: sum('Those of prompts that endpoints had in their cache.'),
    output_tokens: sum('Those of answers.'),
    cost_micros: sum("In millionths of the currency's unit."),
    currency: z.string().optional().describe('ISO 4217; absent where nothing had a price.'),
  })
  .openapi('UsageRow')

type UsageRowView = z.output<typeof usageRowSchema>

export function viewUsageRow(row: UsageRow): UsageRowView {
  const { name, currency, requests, cacheHits, estimatedRequests } = row
  const { inputTokens, cachedTokens, outputTokens, costMicros } = row
  return {
    ...(name === undefined ? {} : { name }),
    ...{ requests, cache_hits: cacheHits, estimated_requests: estimatedRequests },
    ...{ input_tokens: inputTokens, cached_tokens: cachedTokens, output_tokens: outputTokens, cost_micros: costMicros },
    ...(currency === undefined ? {} : { currency }),
  }
}

const CSV_COLUMNS = Object.keys(usageRowSchema.shape)

/** A report as CSV (RFC 4180). A text that a spreadsheet would take for a formula gets an apostrophe before it. */
export function usageCsv(rows: readonly UsageRowView[]): string {
  return stringify([...rows], { header: true, columns: CSV_COLUMNS, escape_formulas: true })
}
