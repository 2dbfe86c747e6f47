export { type Authenticator, type AuthenticatorOptions, createAuthenticator } from './authenticator.ts'
export {
  type PrincipalConfig,
  principalConfigShape,
  type TokenConfig,
  tokenConfigShape,
} from './config.ts'
export { openAuthenticator, openTokenVerifier, principalOptions } from './open-authenticator.ts'
export { createPrincipalReader, type PrincipalOptions } from './principal.ts'
export { DEFAULT_ROLES_BY_GROUP } from './roles.ts'
export { readBearerToken } from './token/bearer.ts'
export { assertIssuer } from './token/discovery.ts'
export { createSigningKeys, type SigningKeys, type SigningKeysOptions } from './token/signing-keys.ts'
export {
  createTokenVerifier,
  SIGNATURE_ALGORITHMS,
  type TokenVerifier,
  type TokenVerifierOptions,
  TYPE_ABSENT,
  type VerifiedToken,
} from './token/verify-token.ts'
