import { principalConfigShape } from '@sluice/auth'
import { databaseConfigShape } from '@sluice/db'
import { outboxConfigShape } from '@sluice/outbox'
import { policyStoreConfigShape } from '@sluice/policy-store'
import { redisConfigShape } from '@sluice/redis'
import { serviceConfigShape } from '@sluice/service-kit'
import { boolean, csv, durationMs, integer, json, port } from '@sluice/service-kit/environment'
import { sessionConfigShape } from '@sluice/sessions'
import { z } from 'zod'
import { callerSecretsSchema } from './callers/caller-secrets.ts'
import { enrichmentConfigShape } from './enrichment/enrichment-config.ts'
import { transmittersSchema } from './signals/transmitters.ts'

/** Every environment variable of the SOAR listener, with its unit in its name. */
export const soarListenerConfigSchema = z.object({
  ...serviceConfigShape,
  PORT: port().default(8082).describe('Port to listen on; 0 lets the system pick one.'),

  ...redisConfigShape({ holds: 'sessions, freezes, replay protection and the outbox' }),
  ...databaseConfigShape({ holds: 'the Users store and policies' }),

  ...principalConfigShape,
  ...policyStoreConfigShape,

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
  SOAR_CLIENTS: csv()
    .default([])
    .describe(
      'The clients (claim `azp`, else `client_id`, else the subject) whose access tokens are those of machines, compared ' +
        'exactly. Any other token must be that of an active user who is not frozen.',
    ),
  SOAR_ALLOW_UNFREEZE: boolean()
    .default(false)
    .describe('Permits `unfreeze_user`. Without it only a CISO unfreezes a user, in the admin service.'),
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

  ...enrichmentConfigShape,

  ...sessionConfigShape,
  ...outboxConfigShape({ whenFull: 'unfreezing is refused rather than left unrecorded; freezing is not' }),
})

export type SoarListenerConfig = z.output<typeof soarListenerConfigSchema>
