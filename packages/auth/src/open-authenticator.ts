import type { OpenContext } from '@sluice/service-kit/environment'
import { type Authenticator, createAuthenticator } from './authenticator.ts'
import type { PrincipalConfig, TokenConfig } from './config.ts'
import type { PrincipalOptions } from './principal.ts'
import type { ConfiguredCallers } from './service-identities.ts'
import { createTokenVerifier, type TokenVerifier, type TokenVerifierOptions } from './token/verify-token.ts'

type CallerConfig = PrincipalConfig & Partial<Pick<ConfiguredCallers, 'SERVICE_IDENTITIES'>>

/** Creates the verifier of a service that reads no principal from a token. Throws a `TypeError` for a bad issuer. */
export function openTokenVerifier(context: OpenContext<TokenConfig>): TokenVerifier {
  return createTokenVerifier(verifierOptions(context))
}

/** Creates the authenticator of a service. Throws a `TypeError` for a bad issuer. */
export function openAuthenticator(context: OpenContext<CallerConfig>): Authenticator {
  return createAuthenticator({ ...verifierOptions(context), principal: principalOptions(context.config) })
}

/** Translates the variables into the options with which a principal is read from claims. */
export function principalOptions(config: CallerConfig): PrincipalOptions {
  return {
    subjectClaim: config.OIDC_SUBJECT_CLAIM,
    tenantClaim: config.OIDC_TENANT_CLAIM,
    groupsClaim: config.OIDC_GROUPS_CLAIM,
    rolesByGroup: config.ROLES_BY_GROUP,
    serviceIdentities: config.SERVICE_IDENTITIES ?? [],
  }
}

function verifierOptions({ config, clock }: OpenContext<TokenConfig>): TokenVerifierOptions {
  return {
    issuer: config.OIDC_ISSUER,
    audience: config.OIDC_AUDIENCE,
    tokenTypes: config.OIDC_TOKEN_TYPES,
    allowHttp: config.OIDC_ALLOW_HTTP,
    clock,
  }
}
