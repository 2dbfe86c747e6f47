import { systemClock } from '@sluice/service-kit'
import { type OidcServer, startOidc } from '@sluice/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTokenVerifier, type TokenVerifierOptions } from './verify-token.ts'

const nowSeconds = () => Math.floor(Date.now() / 1000)

describe('createTokenVerifier', () => {
  let oidc: OidcServer
  beforeAll(async () => {
    oidc = await startOidc({ users: [{ sub: 'alice', groups: ['dept:finance'], tid: 'acme' }] })
  })
  afterAll(async () => await oidc?.stop())

  const verifierWith = (options: Partial<TokenVerifierOptions> = {}) =>
    createTokenVerifier({ issuer: oidc.issuer, audience: oidc.audience, clock: systemClock, ...options })

  it('accepts what a real provider issues to users and to services', async () => {
    const verifier = verifierWith()
    const { claims, expiresAtMs } = await verifier.verify(await oidc.tokenFor('alice'))
    expect(claims).toMatchObject({ sub: 'alice', groups: ['dept:finance'], tid: 'acme' })
    expect(expiresAtMs).toBe((Number(claims.exp) + 5) * 1000)
    expect((await verifier.verify(await oidc.serviceToken())).claims.sub).toBe('svc')
    await verifier.checkReady()
  })

  it.each(['RS256', 'PS256', 'ES256', 'EdDSA'] as const)('accepts %s', async (alg) => {
    expect((await verifierWith().verify(await oidc.mint({}, { alg }))).claims.sub).toBe('alice')
  })

  it.each([
    ['type application/at+jwt', {}, { typ: 'application/at+jwt' }],
    ['type AT+JWT', {}, { typ: 'AT+JWT' }],
    ['several audiences', { aud: ['urn:other', 'urn:sluice:gateway'] }, {}],
    ['an expiry within the tolerance', { exp: nowSeconds() }, {}],
    ['a start within the tolerance', { nbf: nowSeconds() + 60 }, {}],
  ] as const)('accepts %s', async (_what, claims, overrides) => {
    const verifier = verifierWith({ clockToleranceSeconds: 120 })
    expect((await verifier.verify(await oidc.mint(claims, overrides))).claims.sub).toBe('alice')
  })

  it.each([
    ['has expired', { exp: nowSeconds() - 60 }, {}, 'token_expired'],
    ['has expired beyond the tolerance', { exp: nowSeconds() - 6 }, {}, 'token_expired'],
    ['never expires', { exp: undefined }, {}, 'token_invalid'],
    ['expires at no number', { exp: 'tomorrow' }, {}, 'token_invalid'],
    ['is not valid yet', { nbf: nowSeconds() + 60 }, {}, 'token_invalid'],
    ['has another audience', { aud: 'urn:other' }, {}, 'token_invalid'],
    ['has no audience', { aud: undefined }, {}, 'token_invalid'],
    ['has another issuer', { iss: 'https://other.example' }, {}, 'token_invalid'],
    ['has an issuer that differs by a slash', { iss: 'SLASH' }, {}, 'token_invalid'],
    ['has no issuer', { iss: undefined }, {}, 'token_invalid'],
    ['has no subject', { sub: undefined }, {}, 'token_invalid'],
    ['is an ID token by type', {}, { typ: 'JWT' }, 'token_invalid'],
    ['names its type with a number', {}, { header: { typ: 1 } }, 'token_invalid'],
    ['is signed with a foreign key', {}, { key: 'foreign' }, 'token_invalid'],
    ['is unsigned', {}, { alg: 'none' }, 'token_invalid'],
    ['is signed with the public key as a secret', {}, { alg: 'HS256' }, 'token_invalid'],
    ['names an unknown key', {}, { kid: 'nobody' }, 'token_invalid'],
  ] as const)('refuses a token that %s', async (_fault, claims, overrides, code) => {
    const faults = 'iss' in claims && claims.iss === 'SLASH' ? { iss: `${oidc.issuer}/` } : claims
    const token = await oidc.mint(faults, overrides)
    await expect(verifierWith().verify(token)).rejects.toMatchObject({ code })
  })

  it.each([
    ['empty text', () => ''],
    ['no JWT', () => 'abc'],
    ['a JWE', () => 'a.b.c.d.e'],
    ['a JWT of no JSON', () => 'YQ.YQ.YQ'],
    [
      'a changed payload',
      (token: string) => token.replace(/\.[^.]+\./, `.${btoa('{"sub":"bob"}').replace(/=+$/, '')}.`),
    ],
    ['a missing signature', (token: string) => token.replace(/[^.]+$/, '')],
    ['a token that is too long', (token: string) => `${token}${'A'.repeat(16 * 1024)}`],
  ])('refuses %s and does not quote it', async (_what, change) => {
    const token = change(await oidc.mint())
    const error: unknown = await verifierWith()
      .verify(token)
      .catch((reason: unknown) => reason)
    expect(error).toMatchObject({ code: 'token_invalid' })
    const { message, cause } = error as Error
    if (token !== '') expect(`${message} ${cause}`).not.toContain(token.slice(0, 40))
  })

  it('takes other token types where the configuration says so', async () => {
    const lax = verifierWith({ tokenTypes: ['JWT', 'absent'] })
    expect((await lax.verify(await oidc.mint({}, { typ: 'JWT' }))).claims.sub).toBe('alice')
    expect((await lax.verify(await oidc.mint({}, { header: { typ: undefined } }))).claims.sub).toBe('alice')
    await expect(lax.verify(await oidc.mint())).rejects.toMatchObject({ code: 'token_invalid' })
    const untyped = await oidc.mint({}, { header: { typ: undefined } })
    await expect(verifierWith().verify(untyped)).rejects.toMatchObject({ code: 'token_invalid' })
  })

  it('goes by the given clock', async () => {
    const token = await oidc.mint({ exp: nowSeconds() + 300 })
    const later = { ...systemClock, nowMs: () => Date.now() + 400_000 }
    await expect(verifierWith({ clock: later }).verify(token)).rejects.toMatchObject({ code: 'token_expired' })
  })
})
