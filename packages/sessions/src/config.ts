import { durationMs } from '@sluice/service-kit/environment'

/** A session ends after this long without use, unless configuration says otherwise: 30 minutes. */
export const DEFAULT_IDLE_TIMEOUT_MS = 1_800_000

/** The variables of a service that keeps or reads sessions. Spread them into the service's schema. */
export const sessionConfigShape = {
  SESSION_IDLE_MS: durationMs({ min: 1_000 })
    .default(DEFAULT_IDLE_TIMEOUT_MS)
    .describe('A session ends after this long without use; the same for every service.'),
}
