export { type Authenticator, type AuthenticatorOptions, createAuthenticator } from './authenticator.ts'
export { createPrincipalReader, type PrincipalOptions } from './principal.ts'
export { asDependencyError } from './redis/dependency-error.ts'
export { checkRedis, createRedis, type RedisClientOptions, waitForRedis } from './redis/redis-client.ts'
export { createRedisScript, type RedisScript } from './redis/redis-script.ts'
export { ADMIN_ROLES, type AdminRole, DEFAULT_ROLES_BY_GROUP, isAdminRole } from './roles.ts'
export { createRedisSessionStore, type RedisSessionStoreOptions } from './session/redis-session-store.ts'
export type {
  Cause,
  ResolveRequest,
  Session,
  SessionRef,
  SessionState,
  SessionStore,
  Transition,
  UserRef,
} from './session/session-store.ts'
export { readBearerToken } from './token/bearer.ts'
export {
  createTokenVerifier,
  SIGNATURE_ALGORITHMS,
  type TokenVerifier,
  type TokenVerifierOptions,
  TYPE_ABSENT,
  type VerifiedToken,
} from './token/verify-token.ts'
