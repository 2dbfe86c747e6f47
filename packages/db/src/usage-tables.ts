import { bigint, customType, date, index, pgTable, primaryKey, text } from './drizzle.ts'

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
const count = (name: string) => bigint(name, { mode: 'number' }).notNull()

/** What answers have cost, added up by day and by whom they are charged to. */
export const usageSums = pgTable(
  'usage_sums',
  {
    tenant: text().notNull(),
    /** Of UTC. */
    day: date().notNull(),
    /** SHA-256 over the next six columns, too long for a key of an index; random once the person was erased. */
    digest: bytea().notNull(),
    /** Null once the person was erased, and so is the key. */
    sub: text(),
    departments: text().array().notNull(),
    apiKey: text('api_key'),
    /** Null for answers from the cache. */
    endpoint: text(),
    model: text().notNull(),
    /** Null where nothing had a price. */
    currency: text(),
    requests: count('requests'),
    cacheHits: count('cache_hits'),
    estimatedRequests: count('estimated_requests'),
    inputTokens: count('input_tokens'),
    cachedTokens: count('cached_tokens'),
    outputTokens: count('output_tokens'),
    costMicros: count('cost_micros'),
  },
  (table) => [
    primaryKey({ columns: [table.tenant, table.day, table.digest] }),
    index('usage_sums_sub').on(table.tenant, table.sub),
    index('usage_sums_day').on(table.day),
  ],
)
