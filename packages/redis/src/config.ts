import { durationMs, url } from '@sluice/service-kit/environment'
import type { z } from 'zod'

/** The variables of a service that uses Redis; `holds` says for what. Spread them into the service's schema. */
export function redisConfigShape({ holds }: { readonly holds: string }) {
  return {
    REDIS_URL: url(['redis', 'rediss']).describe(`Redis with ${holds}.`),
    REDIS_COMMAND_TIMEOUT_MS: durationMs({ min: 50, max: 10_000 })
      .default(800)
      .describe('How long one Redis command may take before it counts as failed.'),
  }
}

export type RedisConfig = z.output<z.ZodObject<ReturnType<typeof redisConfigShape>>>
