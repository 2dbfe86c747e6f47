import { ADMIN_ROLES, DEFAULT_ROLES_BY_GROUP, isAdminRole } from '@sluice/auth'
import { boolean, bytes, csv, durationMs, integer, json, port, serviceConfigShape, url } from '@sluice/service-kit'
import { z } from 'zod'

const role = z.string().refine(isAdminRole, `must be one of ${Object.keys(ADMIN_ROLES).join(', ')}`)

/** Every environment variable of the admin service, with its unit in its name. */
export const adminConfigSchema = z.object({
  ...serviceConfigShape,
  PORT: port().default(8081).describe('Port to listen on; 0 lets the system pick one.'),

  REDIS_URL: url(['redis', 'rediss']).describe('Redis with sessions, freezes, job queues and the outbox.'),
  REDIS_COMMAND_TIMEOUT_MS: durationMs({ min: 50, max: 10_000 })
    .default(800)
    .describe('How long one Redis command may take before the request is refused.'),
  DATABASE_URL: url(['postgres', 'postgresql']).describe(
    'PostgreSQL with the Users store and the results of the identity sync.',
  ),

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
  OIDC_GROUPS_CLAIM: z.string().min(1).default('groups').describe('The claim with the groups of the user.'),
  OIDC_TENANT_CLAIM: z.string().min(1).default('tid').describe('The claim with the tenant of the user.'),
  ROLES_BY_GROUP: json(z.record(z.string().min(1).max(256), role))
    .default(DEFAULT_ROLES_BY_GROUP)
    .describe(
      `JSON object: group of the token to role (${Object.keys(ADMIN_ROLES).join(', ')}). Replaces the default.`,
    ),

  SESSION_IDLE_MS: durationMs({ min: 1_000 })
    .default(1_800_000)
    .describe('A session ends after this long without use; the same as at the gateway.'),
  OUTBOX_MAX_RECORDS: integer({ min: 1 })
    .default(1_000_000)
    .describe(
      'Records that may wait in the outbox. When it is full, unfreezing is refused rather than left unrecorded.',
    ),
  MAX_BODY_BYTES: bytes({ min: 1_024, max: 1_048_576 }).default(16_384).describe('The longest request body.'),
})

export type AdminConfig = z.output<typeof adminConfigSchema>
