import { ADMIN_ROLES, isAdminRole } from '@sluice/contracts'
import { boolean, csv, json, url } from '@sluice/service-kit/environment'
import { z } from 'zod'
import { DEFAULT_ROLES_BY_GROUP } from './roles.ts'

const ROLE_SLUGS = Object.keys(ADMIN_ROLES).join(', ')

const role = z.string().refine(isAdminRole, `must be one of ${ROLE_SLUGS}`)

/** The variables of a service that takes access tokens. Spread them into the service's schema. */
const tokenConfigShape = {
  OIDC_ISSUER: url().describe('The issuer of access tokens, exactly as its discovery document names itself.'),
  OIDC_AUDIENCE: z
    .string()
    .min(1)
    .describe('The audience that a token must name. One of its own keeps tokens for other services out of here.'),
  OIDC_ALLOW_HTTP: boolean()
    .default(false)
    .describe('Permits a plain-HTTP issuer that is not on loopback; for closed networks only.'),
  OIDC_TOKEN_TYPES: csv()
    .default(['at+jwt'])
    .describe('Accepted `typ` headers. RFC 9068 says at+jwt; Microsoft Entra ID and others issue JWT.'),
  OIDC_SUBJECT_CLAIM: z
    .string()
    .min(1)
    .default('sub')
    .describe(
      'The claim that names the user, the same for every service. Microsoft Entra ID has another `sub` for each ' +
        'application: `oid` is the same in all of them.',
    ),
}

/** The variable of a service that must know which users hold a role. */
export const rolesConfigShape = {
  ROLES_BY_GROUP: json(z.record(z.string().min(1).max(256), role))
    .default(DEFAULT_ROLES_BY_GROUP)
    .describe(
      `JSON object: group of the token to role (${ROLE_SLUGS}), the same for every service. Replaces the default.`,
    ),
}

/** The variables of a service that takes access tokens of users. */
export const principalConfigShape = {
  ...tokenConfigShape,
  OIDC_GROUPS_CLAIM: z.string().min(1).default('groups').describe('The claim with the groups of the user.'),
  OIDC_TENANT_CLAIM: z.string().min(1).default('tid').describe('The claim with the tenant of the user.'),
  ...rolesConfigShape,
}

export type TokenConfig = z.output<z.ZodObject<typeof tokenConfigShape>>
export type PrincipalConfig = z.output<z.ZodObject<typeof principalConfigShape>>
