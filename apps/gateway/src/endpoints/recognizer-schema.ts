import { ENTITY_TYPES } from '@sluice/contracts'
import { z } from 'zod'
import { factsShape } from './endpoint-facts.ts'
import { secretReference } from './secret-references.ts'

/** Each request waits for the slowest. */
const MAX_RECOGNIZERS = 5

/** What the gateway is asked to find by a service of another; codenames and types of one's own are no such. */
const externalTypeSchema = z.enum([...ENTITY_TYPES, 'ignore']).exclude(['CODENAME', 'CUSTOM'])

/** What a request means that a recognizer did not read: it is refused, or the gateway's own recognizers suffice. */
const withoutItSchema = z.enum(['deny', 'embedded'])

const recognizerSchema = z.strictObject({
  ...factsShape,
  kind: z.literal('presidio'),
  url: z.url({ protocol: /^https?$/ }),
  apiKey: secretReference.optional(),
  /** Each text is analyzed in each of them. */
  languages: z
    .array(z.string().regex(/^[a-z]{2,3}$/, 'must be a code of ISO 639, such as en'))
    .min(1)
    .max(5),
  /** The service's names of types to those of the gateway, where they differ. */
  types: z.record(z.string().min(1).max(64), externalTypeSchema).default({}),
  minScore: z.number().min(0).max(1).default(0.5),
  /** For all texts of a request together. */
  timeoutMs: z.number().int().min(10).max(20_000).default(2_000),
  /** Texts that it analyzes at once, for one gateway. */
  concurrency: z.number().int().min(1).max(1_000).default(8),
  whenDown: withoutItSchema.default('deny'),
  whenNotPermitted: withoutItSchema.default('embedded'),
})

/** Services that find sensitive data in texts, by their section of the registry file. */
export const recognizersSchema = z.array(recognizerSchema).max(MAX_RECOGNIZERS).default([])
