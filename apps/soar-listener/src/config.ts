import { boolean, csv, durationMs, integer, json, port, serviceConfigShape, url } from '@sluice/service-kit'
import { z } from 'zod'
import { callerSecretsSchema } from './callers/caller-secrets.ts'
import { transmittersSchema } from './signals/transmitters.ts'

/** Every environment variable of the SOAR listener, with its unit in its name. */
export const soarListenerConfigSchema = z.object({
  ...serviceConfigShape,
  PORT: port().default(8082).describe('Port to listen on; 0 lets the system pick one.'),

  REDIS_URL: url(['redis', 'rediss']).describe('Redis with sessions, freezes, replay protection and the outbox.'),
  REDIS_COMMAND_TIMEOUT_MS: durationMs({ min: 50, max: 10_000 })
    .default(800)
    .describe('How long one Redis command may take before the request is refused.'),
  DATABASE_URL: url(['postgres', 'postgresql']).describe('PostgreSQL with the Users store.'),

  OIDC_ISSUER: url().describe('The issuer of access tokens, exactly as its discovery document names itself.'),
  OIDC_AUDIENCE: z
    .string()
    .min(1)
    .describe('The audience that a token must name. One of its own keeps tokens for the gateway out of here.'),
  OIDC_ALLOW_HTTP: boolean()
    .default(false)
    .describe('Permits a plain-HTTP issuer that is not on loopback; for closed networks only.'),
  OIDC_TOKEN_TYPES: csv()
    .default(['at+jwt'])
    .describe('Accepted `typ` headers. RFC 9068 says at+jwt; Microsoft Entra ID and others issue JWT.'),

  SOAR_CALLERS: json(callerSecretsSchema)
    .default([])
    .describe(
      'JSON object: caller name to its signing secrets, `whsec_...` or {"secret": "whsec_...", "notAfter": ' +
        '"2026-12-31T00:00:00Z"}. Several while one is being changed.',
    ),
  SOAR_SCOPE: z.string().min(1).default('soar').describe('The scope that an access token needs.'),
  SOAR_SCOPE_CLAIMS: csv()
    .default(['scope', 'scp'])
    .describe('The claims in which the scope may stand. Microsoft Entra ID puts it into `roles` for applications.'),
  SOAR_ALLOW_UNFREEZE: boolean()
    .default(false)
    .describe('Permits `unfreeze_user`. Without it only a CISO frees a user, in the admin service.'),
  SOAR_REFUSED_RECORDS_PER_MINUTE: integer({ min: 0, max: 6_000 })
    .default(30)
    .describe('Audit records of refused commands and signals at most, for proven senders and for all others each.'),

  SSF_TRANSMITTERS: json(transmittersSchema)
    .default([])
    .describe(
      'JSON array of Shared Signals transmitters: issuer, audience, jwksUri, tenant, subjects (iss_sub, email, ' +
        'opaque), subjectIssuers, markUnknown, authorizationHeader, allowHttp.',
    ),
  SSF_MAX_AGE_MS: durationMs({ min: 60_000 })
    .default(86_400_000)
    .describe('A security event token that is older is refused. Its id is remembered for as long.'),

  SESSION_IDLE_MS: durationMs({ min: 1_000 })
    .default(1_800_000)
    .describe('A session ends after this long without use; the same as at the gateway.'),
  OUTBOX_MAX_RECORDS: integer({ min: 1 })
    .default(1_000_000)
    .describe(
      'Records that may wait in the outbox. When it is full, unfreezing is refused rather than left unrecorded; ' +
        'freezing is not.',
    ),
})

export type SoarListenerConfig = z.output<typeof soarListenerConfigSchema>
