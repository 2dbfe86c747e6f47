import { SluiceError } from '@sluice/contracts'
import { MAXIMUM_TOKEN_LENGTH } from './verify-token.ts'

const SCHEME = /^bearer(?: +|$)/i
/** `b64token` of RFC 6750, section 2.1. */
const TOKEN = /^[A-Za-z0-9._~+/-]+=*$/

/**
 * Reads the token of an `Authorization` header (RFC 6750, section 2.1; the scheme is case-insensitive, RFC 9110,
 * section 11.1). Throws `token_missing` without a bearer token and `token_invalid` for one that cannot be a token.
 */
export function readBearerToken(authorization: string | undefined): string {
  const scheme = SCHEME.exec(authorization ?? '')?.[0]
  if (authorization === undefined || scheme === undefined) throw new SluiceError('token_missing')
  const token = authorization.slice(scheme.length)
  if (token === '') throw new SluiceError('token_missing')
  if (token.length > MAXIMUM_TOKEN_LENGTH || !TOKEN.test(token)) throw new SluiceError('token_invalid')
  return token
}
