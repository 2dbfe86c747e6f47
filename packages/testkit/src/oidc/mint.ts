import { createPublicKey, randomUUID } from 'node:crypto'
import { generateKeyPair, importJWK, type JWK, type JWTHeaderParameters, SignJWT, UnsecuredJWT } from 'jose'
import type { SigningAlgorithm } from './signing-keys.ts'

/** Claims of a token; `undefined` leaves the default claim out. */
export type MintClaims = Readonly<Record<string, unknown>>

export interface MintOverrides {
  /** `none` gives an unsecured token, `HS256` one that is signed with the public RSA key as its secret. */
  readonly alg?: SigningAlgorithm | 'none' | 'HS256'
  /** `foreign` signs with a key that the provider does not publish, under a published `kid`. */
  readonly key?: 'provider' | 'foreign'
  /** RFC 9068 says `at+jwt`. */
  readonly typ?: string
  readonly kid?: string
  readonly header?: Readonly<Record<string, unknown>>
}

interface MintContext {
  readonly issuer: string
  readonly audience: string
  readonly keys: readonly JWK[]
}

/**
 * Signs a token with exactly the given faults, for negative tests. Without arguments it is one that should be accepted.
 */
export async function mintToken(
  context: MintContext,
  claims: MintClaims = {},
  overrides: MintOverrides = {},
): Promise<string> {
  const { alg = 'RS256', key = 'provider', typ = 'at+jwt', kid, header } = overrides
  const payload = tokenPayload(context, claims)
  if (alg === 'none') return unsecured(payload, typ)
  const published = context.keys.find((candidate) => candidate.alg === (alg === 'HS256' ? 'RS256' : alg))
  if (published === undefined) throw new Error(`The provider has no key for ${alg}.`)
  const protectedHeader: JWTHeaderParameters = { typ, kid: kid ?? published.kid ?? '', ...header, alg }
  return await new SignJWT(payload).setProtectedHeader(protectedHeader).sign(await signingKey(published, alg, key))
}

function tokenPayload({ issuer, audience }: MintContext, claims: MintClaims): Record<string, unknown> {
  const nowSeconds = Math.floor(Date.now() / 1000)
  const defaults = { sub: 'alice', client_id: 'web', azp: 'web', iat: nowSeconds, exp: nowSeconds + 300 }
  const payload = { iss: issuer, aud: audience, jti: randomUUID(), ...defaults, ...claims }
  return Object.fromEntries(Object.entries(payload).filter(([, value]) => value !== undefined))
}

function unsecured(payload: Record<string, unknown>, typ: string): string {
  const [, body = ''] = new UnsecuredJWT(payload).encode().split('.')
  return `${Buffer.from(JSON.stringify({ alg: 'none', typ })).toString('base64url')}.${body}.`
}

async function signingKey(published: JWK, alg: SigningAlgorithm | 'HS256', key: 'provider' | 'foreign') {
  if (alg === 'HS256') {
    const pem = createPublicKey({ key: { ...published }, format: 'jwk' }).export({ type: 'spki', format: 'pem' })
    return new TextEncoder().encode(pem.toString())
  }
  if (key === 'foreign') return (await generateKeyPair(alg)).privateKey
  return await importJWK(published, alg)
}
