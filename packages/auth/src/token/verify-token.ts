import { type Clock, SluiceError } from '@sluice/contracts'
import { errors, type JWTHeaderParameters, jwtVerify } from 'jose'
import { assertIssuer } from './discovery.ts'
import { createSigningKeys } from './signing-keys.ts'

/** Asymmetric signatures only, so that a public key can never serve as a secret (RFC 8725, sections 2.1 and 3.1). */
export const SIGNATURE_ALGORITHMS = ['RS256', 'PS256', 'ES256', 'EdDSA'] as const

/** A longer token is refused unread; HTTP servers bound header lines in the same order of magnitude. */
export const MAXIMUM_TOKEN_LENGTH = 16 * 1024

/** Stands in `tokenTypes` for a token without `typ`. */
export const TYPE_ABSENT = 'absent'

export interface TokenVerifierOptions {
  /** Compared exactly with the provider's metadata and with claim `iss`. */
  readonly issuer: string
  /** One of these must be in claim `aud`. */
  readonly audience: string | readonly string[]
  readonly clock: Clock
  /**
   * Accepted `typ` headers; the prefix `application/` and case do not count (RFC 7515, section 4.1.9). The default is
   * `at+jwt` (RFC 9068, section 4), which keeps ID tokens out. Entra ID, Auth0 and Keycloak issue `JWT`, Okta and
   * Cognito none (`absent`): there the audience must be one that no ID token carries.
   */
  readonly tokenTypes?: readonly string[]
  /** How far the issuer's clock may be off, for `exp` and `nbf`; 5 by default. */
  readonly clockToleranceSeconds?: number
  /** For one fetch of metadata or keys; 3,000 by default. */
  readonly timeoutMs?: number
  /** The longest that a withdrawn key still counts; 300,000 by default. */
  readonly jwksMaxAgeMs?: number
  /** The shortest time between two fetches of the keys that unknown key ids cause; 5,000 by default. */
  readonly jwksCooldownMs?: number
  /** Permits a plain-HTTP issuer that is not on loopback; for closed networks only. */
  readonly allowHttp?: boolean
}

export interface VerifiedToken {
  readonly claims: Readonly<Record<string, unknown>>
  /** When the token stops being accepted, tolerance included; milliseconds since the Unix epoch. */
  readonly expiresAtMs: number
}

export interface TokenVerifier {
  /**
   * Checks signature, issuer, audience, time and type of a JWT access token (RFC 9068, section 4).
   * Throws `token_expired`, `token_invalid`, or `dependency_unavailable` when the issuer's keys cannot be had.
   */
  verify(token: string): Promise<VerifiedToken>
  /** Resolves when the issuer's keys are at hand. Throws `dependency_unavailable`. */
  checkReady(): Promise<void>
}

/** Creates the verifier of one issuer. Nothing is fetched before the first use. Throws a `TypeError` for a bad issuer. */
export function createTokenVerifier(options: TokenVerifierOptions): TokenVerifier {
  const { issuer, audience, clock, clockToleranceSeconds = 5 } = options
  assertIssuer(issuer, options.allowHttp ?? false)
  const tokenTypes = new Set((options.tokenTypes ?? ['at+jwt']).map(normalizeType))
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
      try {
        const { payload, protectedHeader } = await jwtVerify(token, keys.find, {
          issuer,
          audience: typeof audience === 'string' ? audience : [...audience],
          algorithms: [...SIGNATURE_ALGORITHMS],
          clockTolerance: clockToleranceSeconds,
          currentDate: new Date(clock.nowMs()),
          requiredClaims: ['exp', 'sub'],
        })
        if (!tokenTypes.has(typeOf(protectedHeader))) throw new SluiceError('token_invalid')
        return { claims: payload, expiresAtMs: ((payload.exp ?? 0) + clockToleranceSeconds) * 1_000 }
      } catch (error) {
        throw asTokenError(error)
      }
    },
  }
}

function typeOf({ typ }: JWTHeaderParameters): string {
  return typeof typ === 'string' ? normalizeType(typ) : TYPE_ABSENT
}

function normalizeType(type: string): string {
  return type.toLowerCase().replace(/^application\//, '')
}

/** jose's messages and claim sets may quote the token, so only its code is kept. */
function asTokenError(error: unknown): SluiceError {
  if (error instanceof SluiceError) return error
  if (!(error instanceof errors.JOSEError)) return new SluiceError('token_invalid')
  const code = error instanceof errors.JWTExpired ? 'token_expired' : 'token_invalid'
  return new SluiceError(code, { cause: new Error(error.code) })
}
