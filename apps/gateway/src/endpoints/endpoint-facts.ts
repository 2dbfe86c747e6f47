import { levelSchema } from '@sluice/contracts'
import { PROVIDER_KINDS } from '@sluice/policy'
import { z } from 'zod'

const destinationName = z.string().regex(/^[a-z0-9][a-z0-9-]{0,62}$/, 'must be lower-case letters, digits and dashes')

/** What policies ask of anything that text can be sent to. */
export const factsShape = {
  name: destinationName,
  /** The highest sensitivity level that may be sent there. */
  permittedLevel: levelSchema,
  /** Who runs it. */
  providerKind: z.enum(PROVIDER_KINDS).optional(),
  region: z.string().min(1).max(64).optional(),
  retentionDays: z.number().int().min(0).max(36_500).optional(),
}
