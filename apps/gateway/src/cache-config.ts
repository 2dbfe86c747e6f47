import type { ServiceState } from '@sluice/contracts'
import { bytes, durationMs, json } from '@sluice/service-kit/environment'
import { z } from 'zod'

/** The variables of the answer cache (docs/cache.md). Spread them into the service's schema. */
export const cacheConfigShape = {
  CACHE_TTL_MS: durationMs({ min: 0 })
    .default(3_600_000)
    .describe('How long an answer may be given again; 0 is never.'),
  CACHE_BYTES: bytes({ min: 1_048_576 })
    .default(268_435_456)
    .describe(
      'What all remembered answers may take in Redis. At the bound those go that were not given for the longest time.',
    ),
  CACHE_USER_BYTES: bytes({ min: 65_536 })
    .default(33_554_432)
    .describe(
      'What the remembered answers of one user may take in Redis; at the bound the oldest of the same user go. ' +
        'An answer longer than a sixteenth of it is not remembered.',
    ),
  CACHE_MAX_TEMPERATURE: json(z.number().min(0).max(2))
    .default(0.3)
    .describe('A request that names a higher temperature is not answered from the cache; one that names none may be.'),
  CACHE_MATCH: z
    .enum(['similar', 'exact'])
    .default('similar')
    .describe(
      '`similar`: a user who asks the same in other words is given the remembered answer; docs/semantic-cache.md says ' +
        'when. `exact`: only the very same request is.',
    ),
  CACHE_WAIT_MS: durationMs({ min: 0, max: 60_000 })
    .default(5_000)
    .describe(
      'How long a request waits for the answer to an equal one that is under way in the same gateway, before it asks ' +
        'for itself; 0 is not at all.',
    ),
  CACHE_MAX_ANSWER_BYTES: bytes({ max: 16_777_216 }).default(262_144).describe('Longer answers are not remembered.'),
}

interface CacheConfig {
  readonly CACHE_TTL_MS: number
  readonly CACHE_BYTES: number
  readonly CACHE_USER_BYTES: number
  readonly CACHE_MATCH: 'similar' | 'exact'
}

/** How a gateway remembers answers, for those who look at the cache. */
export function describeCache(config: CacheConfig): NonNullable<ServiceState['gateway']>['answerCache'] {
  return {
    ...{ ttlMs: config.CACHE_TTL_MS, maxBytes: config.CACHE_BYTES, maxUserBytes: config.CACHE_USER_BYTES },
    matchesSimilar: config.CACHE_MATCH === 'similar',
  }
}
