import { type Clock, SluiceError } from '@sluice/contracts'
import { errors, type JWTHeaderParameters, type JWTVerifyGetKey, jwtVerify } from 'jose'
import { assertIssuer } from './discovery.ts'
import { comparableType } from './header-type.ts'
import { createSigningKeys } from './signing-keys.ts'

/** Asymmetric signatures only, so that a public key can never serve as a secret (RFC 8725, sections 2.1 and 3.1). */
export const SIGNATURE_ALGORITHMS = ['RS256', 'PS256', 'ES256', 'EdDSA'] as const

/** A longer token is refused without parsing. HTTP servers bound header lines in the same order of magnitude. */
export const MAXIMUM_TOKEN_LENGTH = 16 * 1024

/** The entry of `tokenTypes` for tokens without `typ`. */
const TYPE_ABSENT = 'absent'

export interface TokenVerifierOptions {
  /** Compared exactly with the provider's metadata and with claim `iss`. */
  readonly issuer: string
  /** One of these must be in claim `aud`. */
  readonly audience: string | readonly string[]
  readonly clock: Clock
  /**
   * Accepted `typ` headers, compared without the prefix `application/` and without case (RFC 7515, section 4.1.9). The
   * default is `at+jwt` (RFC 9068, section 4), which refuses ID tokens. Entra ID, Auth0 and Keycloak issue `JWT`, Okta
   * and Cognito none (`absent`): there the audience must be one that no ID token carries.
   */
  readonly tokenTypes?: readonly string[]
  /** The tolerated difference from the issuer's clock, for `exp` and `nbf`; 5 by default. */
  readonly clockToleranceSeconds?: number
  /** The limit of one fetch of metadata or keys; 3,000 by default. */
  readonly timeoutMs?: number
  /** How long a withdrawn key is accepted at most, remembered tokens included; 300,000 by default. */
  readonly jwksMaxAgeMs?: number
  /** The least time between the last fetch of keys and one for an unknown key id; 5,000 by default. */
  readonly jwksCooldownMs?: number
  /** Permits a plain-HTTP issuer that is not on loopback; for closed networks only. */
  readonly allowHttp?: boolean
}

interface VerifiedToken {
  readonly claims: Readonly<Record<string, unknown>>
  /** When the token stops being accepted, tolerance included; milliseconds since the Unix epoch. */
  readonly expiresAtMs: number
  /** When the keys that it was verified with are too old; monotonic. */
  readonly keysUntilMs: number
}

export interface TokenVerifier {
  /**
   * Checks signature, issuer, audience, time and type of a JWT access token (RFC 9068, section 4).
   * Throws `token_expired`, `token_invalid`, or `dependency_unavailable` without the issuer's keys.
   */
  verify(token: string): Promise<VerifiedToken>
  /** Resolves when the issuer's keys are loaded. Throws `dependency_unavailable`. */
  checkReady(): Promise<void>
}

/** Creates the verifier of one issuer, which fetches keys at the first use. Throws a `TypeError` for a bad issuer. */
export function createTokenVerifier(options: TokenVerifierOptions): TokenVerifier {
  const { issuer, audience, clock, clockToleranceSeconds = 5 } = options
  assertIssuer(issuer, options.allowHttp ?? false)
  const tokenTypes = new Set((options.tokenTypes ?? ['at+jwt']).map(comparableType))
  const keys = createSigningKeys({
    issuer,
    clock,
    timeoutMs: options.timeoutMs ?? 3_000,
    maxAgeMs: options.jwksMaxAgeMs ?? 300_000,
    cooldownMs: options.jwksCooldownMs ?? 5_000,
  })

  return {
    checkReady: keys.checkReady,
    async verify(token) {
      if (token.length > MAXIMUM_TOKEN_LENGTH) throw new SluiceError('token_invalid')
      let keysUntilMs = 0
      const findKey: JWTVerifyGetKey = async (...parts) => {
        const { key, untilMs } = await keys.findUntil(...parts)
        keysUntilMs = untilMs
        return key
      }
      try {
        const { payload, protectedHeader } = await jwtVerify(token, findKey, {
          issuer,
          audience: typeof audience === 'string' ? audience : [...audience],
          algorithms: [...SIGNATURE_ALGORITHMS],
          clockTolerance: clockToleranceSeconds,
          currentDate: new Date(clock.nowMs()),
          requiredClaims: ['exp', 'sub'],
        })
        if (!tokenTypes.has(typeOf(protectedHeader))) throw new SluiceError('token_invalid')
        return { claims: payload, expiresAtMs: ((payload.exp ?? 0) + clockToleranceSeconds) * 1_000, keysUntilMs }
      } catch (error) {
        throw asTokenError(error)
      }
    },
  }
}

function typeOf({ typ }: JWTHeaderParameters): string {
  return typeof typ === 'string' ? comparableType(typ) : TYPE_ABSENT
}

/** Keeps only the code of jose's error: its message and claim set may quote the token. */
function asTokenError(error: unknown): SluiceError {
  if (error instanceof SluiceError) return error
  if (!(error instanceof errors.JOSEError)) return new SluiceError('token_invalid')
  const code = error instanceof errors.JWTExpired ? 'token_expired' : 'token_invalid'
  return new SluiceError(code, { cause: new Error(error.code) })
}
