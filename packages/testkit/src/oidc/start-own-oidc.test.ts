import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRemoteJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findFreePort } from '../system/free-port.ts'
import { runAuthorizationCodeFlow } from './authorization-code-flow.ts'
import type { OidcServer } from './oidc-server.ts'
import { REDIRECT_URI } from './provider-configuration.ts'
import { startOwnOidc } from './start-own-oidc.ts'

const USERS = [
  { sub: 'alice', email: 'alice@example.test', groups: ['dept:finance', 'role:employee'], tid: 'acme' },
  { sub: 'u-17', preferredUsername: 'bob' },
]

describe('startOwnOidc', () => {
  let oidc: OidcServer
  beforeAll(async () => {
    oidc = await startOwnOidc({ users: USERS, serviceClaims: { groups: ['role:service'] } })
  })
  afterAll(async () => await oidc?.stop())

  const verify = async (token: string) =>
    await jwtVerify(token, createRemoteJWKSet(new URL(oidc.jwksUri)), {
      issuer: oidc.issuer,
      audience: oidc.audience,
      typ: 'at+jwt',
      algorithms: ['RS256', 'PS256', 'ES256', 'EdDSA'],
    })

  it('publishes discovery and keys, without private parts', async () => {
    const discovery = await (await fetch(`${oidc.issuer}/.well-known/openid-configuration`)).json()
    expect(discovery).toMatchObject({ issuer: oidc.issuer, jwks_uri: oidc.jwksUri })
    const { keys } = JSON.parse(await (await fetch(oidc.jwksUri)).text())
    expect(keys.map((key: { alg: string }) => key.alg).sort()).toEqual(['ES256', 'EdDSA', 'PS256', 'RS256'])
    expect(keys.every((key: object) => !('d' in key))).toBe(true)
  })

  it('issues a user token through the authorization code flow', async () => {
    const { payload, protectedHeader } = await verify(await oidc.tokenFor('alice'))
    expect(protectedHeader).toMatchObject({ alg: 'RS256', typ: 'at+jwt' })
    expect(payload).toMatchObject({
      sub: 'alice',
      preferred_username: 'alice',
      email: 'alice@example.test',
      groups: ['dept:finance', 'role:employee'],
      tid: 'acme',
      azp: 'web',
      client_id: 'web',
    })
    expect(payload.exp! - payload.iat!).toBe(300)
  })

  it('leaves absent claims out, takes another client and a lifetime', async () => {
    const { payload } = await verify(await oidc.tokenFor('u-17', { client: 'mobile', expiresInSeconds: 77 }))
    expect(payload).toMatchObject({ sub: 'u-17', preferred_username: 'bob', groups: [], azp: 'mobile' })
    expect(payload).not.toHaveProperty('tid')
    expect(payload).not.toHaveProperty('email')
    expect(payload.exp! - payload.iat!).toBe(77)
  })

  it('follows a change of groups, and refuses unknown users', async () => {
    await oidc.setUser({ sub: 'carol', groups: ['role:ciso'] })
    expect((await verify(await oidc.tokenFor('carol'))).payload.groups).toEqual(['role:ciso'])
    await expect(oidc.tokenFor('mallory')).rejects.toThrow(/knows no user mallory/)
  })

  it('issues an ES256 token to the service client', async () => {
    const { payload, protectedHeader } = await verify(await oidc.serviceToken())
    expect(protectedHeader.alg).toBe('ES256')
    expect(payload).toMatchObject({ sub: 'svc', client_id: 'svc', azp: 'svc', groups: ['role:service'] })
  })

  it.each([
    ['chat', {}],
    ['soar', { scope: 'soar' }],
    ['chat soar', { scope: 'chat soar' }],
    [undefined, { scope: 'admin' }],
  ])('gives the service client the scope %s for %j', async (scope, options) => {
    expect((await verify(await oidc.serviceToken(options))).payload.scope).toBe(scope)
  })

  it.each(['RS256', 'PS256', 'ES256', 'EdDSA'] as const)('mints a good %s token', async (alg) => {
    expect((await verify(await oidc.mint({ sub: 'x' }, { alg }))).payload.sub).toBe('x')
  })

  it.each([
    ['expired', { exp: 1 }, {}, 'ERR_JWT_EXPIRED'],
    ['of another audience', { aud: 'urn:other' }, {}, 'ERR_JWT_CLAIM_VALIDATION_FAILED'],
    ['of another issuer', { iss: 'https://other.test' }, {}, 'ERR_JWT_CLAIM_VALIDATION_FAILED'],
    ['without issuer', { iss: undefined }, {}, 'ERR_JWT_CLAIM_VALIDATION_FAILED'],
    ['of another type', {}, { typ: 'JWT' }, 'ERR_JWT_CLAIM_VALIDATION_FAILED'],
    ['of a foreign key', {}, { key: 'foreign' }, 'ERR_JWS_SIGNATURE_VERIFICATION_FAILED'],
    ['unsecured', {}, { alg: 'none' }, 'ERR_JOSE_ALG_NOT_ALLOWED'],
    ['signed with the public key', {}, { alg: 'HS256' }, 'ERR_JOSE_ALG_NOT_ALLOWED'],
    ['of an unknown key id', {}, { kid: 'nobody' }, 'ERR_JWKS_NO_MATCHING_KEY'],
  ] as const)('mints a token that is %s', async (_name, claims, overrides, code) => {
    await expect(verify(await oidc.mint(claims, overrides))).rejects.toMatchObject({ code })
  })

  it('keeps its keys in a private file', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'sluice-oidc-'))
    const keyFile = join(folder, 'keys/jwks.json')
    const first = await startOwnOidc({ users: USERS, keyFile })
    const token = await first.tokenFor('alice')
    await first.stop()
    const second = await startOwnOidc({ users: USERS, keyFile, port: first.port })
    const keySet = createRemoteJWKSet(new URL(second.jwksUri))
    expect((await jwtVerify(token, keySet, { issuer: second.issuer })).payload.sub).toBe('alice')
    expect(decodeProtectedHeader(token).kid).toBe('rs256-1')
    expect((await stat(keyFile)).mode & 0o777).toBe(0o600)
    await second.stop()
    await rm(folder, { recursive: true })
  })

  it('goes by the name that others reach it at, and issues tokens for other audiences that are asked for', async () => {
    const port = await findFreePort()
    const issuer = `http://localhost:${port}`
    const provider = await startOwnOidc({ users: USERS, port, issuer, otherAudiences: ['urn:other'] })
    const flow = { issuer, clientId: 'web', redirectUri: REDIRECT_URI, loginHint: 'alice' }
    const audienceFor = async (audience: string) =>
      decodeJwt((await runAuthorizationCodeFlow({ ...flow, audience })).access_token)
    expect(await audienceFor('urn:other')).toMatchObject({ iss: issuer, aud: 'urn:other' })
    expect(await audienceFor('urn:unknown')).toMatchObject({ iss: issuer, aud: provider.audience })
    await provider.stop()
  })
})
