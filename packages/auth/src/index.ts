export {
  type AccessRow,
  type AccessScope,
  ADMIN_ACCESS,
  findAccessRow,
  grantedScopes,
  permittedRoleNames,
} from './access.ts'
export { type Authenticator, type AuthenticatorOptions, createAuthenticator } from './authenticator.ts'
export {
  type PrincipalConfig,
  principalConfigShape,
  sessionConfigShape,
  type TokenConfig,
  tokenConfigShape,
} from './config.ts'
export { openAuthenticator, openTokenVerifier } from './open-authenticator.ts'
export { openFreezeControl } from './open-freeze-control.ts'
export { createPrincipalReader, type PrincipalOptions, readSubject } from './principal.ts'
export { ADMIN_ROLES, type AdminRole, DEFAULT_ROLES_BY_GROUP, isAdminRole } from './roles.ts'
export { createFreezeControl, type FreezeControlOptions } from './session/create-freeze-control.ts'
export type { FreezeControl, FreezeReport, Order } from './session/freeze-control.ts'
export { createRedisSessionStore, type RedisSessionStoreOptions } from './session/redis-session-store.ts'
export { createSessionGate, type SessionGate, type SessionGateOptions, type Stoppable } from './session/session-gate.ts'
export type {
  Cause,
  FreezeNote,
  ResolveRequest,
  Session,
  SessionPage,
  SessionQuery,
  SessionRef,
  SessionReport,
  SessionState,
  SessionStore,
  Transition,
  UserRef,
  UserSessions,
} from './session/session-store.ts'
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
