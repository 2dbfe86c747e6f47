import { type Clock, SluiceError } from '@sluice/contracts'
import { errors, jwtVerify, SignJWT } from 'jose'
import type { SeededIdentity } from './identities.ts'

/** Claim `iss`: the built-in identity provider. */
export const ISSUER = 'urn:sluice:assessment:local-identity-provider'
/** Claim `aud`: this API. */
export const AUDIENCE = 'urn:sluice:assessment-api'
/** 8 hours (specification, section 5). */
const TOKEN_LIFETIME_SECONDS = 28_800
/** A longer token is refused unread. */
const MAX_TOKEN_LENGTH = 4_096

/** Who calls, as the token says. The role may be one that the access table does not know: that is a 403, not a 401. */
export interface Caller {
  readonly clientId: string
  readonly name: string
  readonly role: string
}

export interface Tokens {
  /** Makes a token with exactly the claims of the specification, good for 8 hours from now. */
  issue(identity: SeededIdentity): Promise<string>
  /**
   * Reads the `Authorization` header. Throws `token_missing`, `token_invalid`, or `token_expired`, which it is from the
   * very second that `exp` names: no clock skew is tolerated.
   */
  verify(authorization: string | undefined): Promise<Caller>
}

/** The built-in identity provider and its verifier: JWT (RFC 7519) with HMAC-SHA256 (RFC 7518, section 3.2). */
export function createTokens({ key, clock }: { readonly key: string; readonly clock: Clock }): Tokens {
  const secret = new TextEncoder().encode(key)
  return {
    issue({ clientId, name, role }) {
      return new SignJWT({ unique_name: name, role })
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .setSubject(clientId)
        .setIssuer(ISSUER)
        .setAudience(AUDIENCE)
        .setExpirationTime(Math.floor(clock.nowMs() / 1_000) + TOKEN_LIFETIME_SECONDS)
        .sign(secret)
    },
    async verify(authorization) {
      const token = readBearerToken(authorization)
      const currentDate = new Date(clock.nowMs())
      try {
        const { payload } = await jwtVerify(token, secret, {
          // One algorithm only: neither `none` nor a public key can be passed off as ours (RFC 8725, section 3.1).
          algorithms: ['HS256'],
          issuer: ISSUER,
          audience: AUDIENCE,
          clockTolerance: 0,
          currentDate,
          requiredClaims: ['sub', 'exp', 'unique_name', 'role'],
        })
        const { sub, unique_name: name, role } = payload
        if (typeof sub !== 'string' || typeof name !== 'string' || typeof role !== 'string') {
          throw new SluiceError('token_invalid')
        }
        return { clientId: sub, name, role }
      } catch (error) {
        throw asTokenError(error)
      }
    },
  }
}

/** `Bearer` in any case, then a `b64token` (RFC 6750, section 2.1). */
const BEARER = /^bearer +([A-Za-z0-9._~+/-]+=*) *$/i

function readBearerToken(authorization: string | undefined): string {
  if (authorization === undefined || !/^bearer\b/i.test(authorization)) throw new SluiceError('token_missing')
  const token = BEARER.exec(authorization)?.[1]
  if (token === undefined || token.length > MAX_TOKEN_LENGTH) throw new SluiceError('token_invalid')
  return token
}

/** jose's errors may quote the claims, so only their code is kept. */
function asTokenError(error: unknown): SluiceError {
  if (error instanceof SluiceError) return error
  if (!(error instanceof errors.JOSEError)) return new SluiceError('token_invalid')
  const code = error instanceof errors.JWTExpired ? 'token_expired' : 'token_invalid'
  return new SluiceError(code, { cause: new Error(error.code) })
}
