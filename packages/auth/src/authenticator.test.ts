import { systemClock } from '@sluice/service-kit'
import { type OidcServer, startOidc } from '@sluice/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAuthenticator } from './authenticator.ts'
import { DEFAULT_ROLES_BY_GROUP } from './roles.ts'

describe('createAuthenticator', () => {
  let oidc: OidcServer
  beforeAll(async () => {
    const carol = { sub: 'u-3', preferredUsername: 'carol', groups: ['role:ciso', 'dept:security'], tid: 'acme' }
    oidc = await startOidc({ users: [carol] })
  })
  afterAll(async () => await oidc?.stop())

  const authenticatorWith = (options: { maxRememberedTokens?: number } = {}) =>
    createAuthenticator({
      issuer: oidc.issuer,
      audience: oidc.audience,
      clock: systemClock,
      principal: { rolesByGroup: DEFAULT_ROLES_BY_GROUP },
      ...options,
    })

  it('tells who sends a request, and remembers the answer', async () => {
    const { authenticate, checkReady } = authenticatorWith()
    await checkReady()
    const header = `Bearer ${await oidc.tokenFor('u-3', { client: 'mobile' })}`
    const principal = await authenticate(header)
    expect(principal).toEqual({
      tenant: 'acme',
      sub: 'u-3',
      username: 'carol',
      groups: ['role:ciso', 'dept:security'],
      roles: ['ciso'],
      departments: ['security'],
      client: 'mobile',
    })
    expect(await authenticate(header)).toBe(principal)
  })

  it('refuses a remembered token once it has expired', async () => {
    let skewMs = 0
    const { authenticate } = createAuthenticator({
      issuer: oidc.issuer,
      audience: oidc.audience,
      clock: { ...systemClock, nowMs: () => Date.now() + skewMs },
    })
    const header = `Bearer ${await oidc.tokenFor('u-3', { expiresInSeconds: 60 })}`
    await authenticate(header)
    skewMs = 70_000
    await expect(authenticate(header)).rejects.toMatchObject({ code: 'token_expired' })
  })

  it.each([
    ['without a header', async () => undefined, 'token_missing'],
    [
      'with a token that has expired',
      async () => `Bearer ${await oidc.tokenFor('u-3', { expiresInSeconds: -60 })}`,
      'token_expired',
    ],
    ['with a foreign token', async () => `Bearer ${await oidc.mint({}, { key: 'foreign' })}`, 'token_invalid'],
    ['with claims of a wrong shape', async () => `Bearer ${await oidc.mint({ groups: 7 })}`, 'token_invalid'],
  ])('refuses a request %s', async (_what, header, code) => {
    await expect(authenticatorWith().authenticate(await header())).rejects.toMatchObject({ code })
  })
})
