import { durationMs, integer, json, url } from '@sluice/service-kit/environment'
import { z } from 'zod'

const secret = z.string().regex(/^whsec_[A-Za-z0-9+/=]{32,128}$/, 'must be whsec_ and at least 24 bytes in base64')

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

/** Anomalies name users, so they leave by TLS, or to this machine. */
const address = url(['https', 'http']).refine((text) => {
  const { protocol, hostname } = new URL(text)
  return protocol === 'https:' || LOOPBACK.test(hostname)
}, 'must be https, or http to this machine')

/** The variables of what is told to SOAR systems. Spread them into the service's schema. */
export const enrichmentConfigShape = {
  SOAR_WEBHOOK_URL: address
    .optional()
    .describe(
      'Where anomalies of all tenants are posted, signed as Standard Webhooks says. Unset: none is looked for.',
    ),
  SOAR_WEBHOOK_SECRETS: json(z.array(secret).min(1).max(4))
    .optional()
    .describe('JSON list of secrets, `whsec_...`, that messages are signed with: several while one is being changed.'),
  SOAR_WEBHOOK_ATTEMPTS: integer({ min: 1, max: 50 })
    .default(12)
    .describe('How often a message is tried, ever more slowly: 12 times take about six hours. Then it is dead.'),
  SOAR_WEBHOOK_BACKOFF_MS: durationMs({ min: 10, max: 3_600_000 })
    .default(5_000)
    .describe('The wait before the second attempt; it doubles with each one, with a random part.'),
  ANOMALY_WINDOW_MS: durationMs({ min: 1_000, max: 86_400_000 })
    .default(3_600_000)
    .describe('Within which requests are seen together. The same anomaly of a user or session is told once in it.'),
  ANOMALY_JAILBREAKS: integer({ min: 1, max: 1_000 })
    .default(3)
    .describe('Jailbreak attempts of a user in the window from which on they are repeated.'),
}

export type EnrichmentConfig = z.output<z.ZodObject<typeof enrichmentConfigShape>>
