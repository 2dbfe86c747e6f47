import { durationMs } from '@sluice/service-kit/environment'
import type { z } from 'zod'

/** The variables of a service that decides by stored policies. Spread them into the service's schema. */
export const policyStoreConfigShape = {
  POLICY_REFRESH_MS: durationMs({ min: 100, max: 3_600_000 })
    .default(30_000)
    .describe('How often stored policies are read anew where no message says that they have changed.'),
  POLICY_STALE_AFTER_MS: durationMs({ min: 1_000, max: 86_400_000 })
    .default(120_000)
    .describe(
      'How old the last reading of stored policies may be before the service reports that it is not ready. It goes on ' +
        'deciding by what it has read.',
    ),
}

export type PolicyStoreConfig = z.output<z.ZodObject<typeof policyStoreConfigShape>>
