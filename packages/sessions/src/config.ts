import { durationMs } from '@sluice/service-kit/environment'

/** The variables of a service that keeps sessions or looks at them. */
export const sessionConfigShape = {
  SESSION_IDLE_MS: durationMs({ min: 1_000 })
    .default(1_800_000)
    .describe('A session ends after this long without use; the same for every service.'),
}
