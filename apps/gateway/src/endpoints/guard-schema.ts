import { GUARD_DIALECT_NAMES } from '@sluice/providers/registry'
import { z } from 'zod'
import { factsShape } from './endpoint-facts.ts'
import { secretReference } from './secret-references.ts'

/** Each request of which L1 is not sure waits for the slowest. */
const MAX_GUARDS = 3

/** What a request means that a guard did not judge: it is refused, or goes on with what L1 has said of it. */
const withoutItSchema = z.enum(['deny', 'pass'])

const guardSchema = z.strictObject({
  ...factsShape,
  /** How it answers. */
  kind: z.enum(GUARD_DIALECT_NAMES),
  /** `/chat/completions` stands below it, and `/classify` for a classifier. */
  url: z.url({ protocol: /^https?$/ }),
  model: z.string().min(1).max(256),
  apiKey: secretReference.optional(),
  /** For all pieces of a request together. */
  timeoutMs: z.number().int().min(10).max(20_000).default(5_000),
  /** Calls at once, for one gateway. */
  concurrency: z.number().int().min(1).max(1_000).default(8),
  whenDown: withoutItSchema.default('deny'),
  whenNotPermitted: withoutItSchema.default('pass'),
})

/** Models that judge requests of which L1 is not sure, by their section of the registry file. */
export const guardsSchema = z.array(guardSchema).max(MAX_GUARDS).default([])
