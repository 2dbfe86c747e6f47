import { systemClock } from '@sluice/service-kit'
import { type OidcServer, startOidc, startOwnOidc } from '@sluice/testkit'
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

  it('refuses a token whose client has the name of an API key', async () => {
    const { authenticate } = authenticatorWith()
    const tokenOf = async (azp: string) => `Bearer ${await oidc.mint({ sub: 'u-3', azp })}`
    expect((await authenticate(await tokenOf('api-keys'))).client).toBe('api-keys')
    const asKey = authenticate(await tokenOf('api-key:0123456789abcdef'))
    await expect(asKey).rejects.toMatchObject({ code: 'token_invalid' })
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

  describe('after a signing key was withdrawn', () => {
    const KEYS_COUNT_MS = 300_000

    /** A provider that takes new keys, and an authenticator whose clock is moved by hand. */
    async function setUp() {
      const users = [{ sub: 'u-3' }]
      const before = await startOwnOidc({ users })
      const time = { skewMs: 0 }
      const { authenticate } = createAuthenticator({
        issuer: before.issuer,
        audience: before.audience,
        clock: {
          nowMs: () => Date.now() + time.skewMs,
          monotonicMs: () => systemClock.monotonicMs() + time.skewMs,
        },
      })
      const header = async (server: OidcServer) =>
        `Bearer ${await server.mint({ sub: 'u-3', exp: Math.floor(Date.now() / 1000) + 3_600 })}`
      const old = { first: await header(before), second: await header(before), third: await header(before) }
      const rotate = async () => {
        await before.stop()
        return await startOwnOidc({ users, port: before.port })
      }
      return { authenticate, time, old, rotate, header }
    }

    it('refuses its tokens once the keys are five minutes old, however late they were remembered', async () => {
      const { authenticate, time, old, rotate, header } = await setUp()
      await authenticate(old.first)
      const after = await rotate()
      try {
        time.skewMs = KEYS_COUNT_MS - 20_000
        await authenticate(old.second)
        expect((await authenticate(old.first)).sub).toBe('u-3')
        time.skewMs = KEYS_COUNT_MS
        for (const token of Object.values(old)) {
          await expect(authenticate(token)).rejects.toMatchObject({ code: 'token_invalid' })
        }
        expect((await authenticate(await header(after))).sub).toBe('u-3')
      } finally {
        await after.stop()
      }
    })

    it('refuses its tokens at that time also where the issuer cannot be asked', async () => {
      const { authenticate, time, old, rotate } = await setUp()
      await authenticate(old.first)
      await (await rotate()).stop()
      time.skewMs = KEYS_COUNT_MS
      await expect(authenticate(old.first)).rejects.toMatchObject({ code: 'dependency_unavailable' })
    })
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
