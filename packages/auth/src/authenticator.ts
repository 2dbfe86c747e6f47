import { isApiKeyClient, type Principal, SluiceError } from '@sluice/contracts'
import { defined } from '@sluice/service-kit/async'
import { type Login, readLogin } from './login.ts'
import { createPrincipalReader, type PrincipalOptions } from './principal.ts'
import { readBearerToken } from './token/bearer.ts'
import { createVerifiedTokens } from './token/verified-tokens.ts'
import { createTokenVerifier, type TokenVerifierOptions } from './token/verify-token.ts'

interface AuthenticatorOptions extends TokenVerifierOptions {
  readonly principal?: PrincipalOptions
  /** How many verified tokens are remembered; 10,000 by default. */
  readonly maxRememberedTokens?: number
  /** How long a verified token is remembered at most; 300,000 by default. */
  readonly rememberForMs?: number
}

export interface Authenticator {
  /**
   * Verifies the token of an `Authorization` header and reads its principal.
   * Throws `token_missing`, `token_invalid`, `token_expired`, or `dependency_unavailable` without the issuer's keys.
   */
  authenticate(authorization: string | undefined): Promise<Principal>
  /** How the user of a principal that `authenticate` has returned has logged in; nothing of any other. */
  loginOf(principal: Principal): Login
  /** Resolves when the issuer's keys are loaded. Throws `dependency_unavailable`. */
  checkReady(): Promise<void>
}

/** Creates the authenticator of one issuer. Throws a `TypeError` for a bad issuer. */
export function createAuthenticator(options: AuthenticatorOptions): Authenticator {
  const verifier = createTokenVerifier(options)
  const readPrincipal = createPrincipalReader(options.principal)
  const { maxRememberedTokens, rememberForMs } = options
  /** Beside the principal, which is kept with requests, where its login has no place. */
  const logins = new WeakMap<Principal, Login>()
  const principalOf = createVerifiedTokens<Principal>({
    clock: options.clock,
    ...defined({ max: maxRememberedTokens, maxAgeMs: rememberForMs }),
    verify: async (token) => {
      const { claims, ...limits } = await verifier.verify(token)
      const principal = readPrincipal(claims)
      // Only an API key is the client of that name.
      if (isApiKeyClient(principal.client)) throw new SluiceError('token_invalid')
      logins.set(principal, readLogin(claims))
      return { value: principal, ...limits }
    },
  })
  return {
    authenticate: async (authorization) => await principalOf(readBearerToken(authorization)),
    loginOf: (principal) => logins.get(principal) ?? {},
    checkReady: verifier.checkReady,
  }
}
