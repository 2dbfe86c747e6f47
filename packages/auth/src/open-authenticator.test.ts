import { systemClock } from '@sluice/service-kit'
import type { OpenContext } from '@sluice/service-kit/environment'
import { type OidcServer, startOidc } from '@sluice/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type PrincipalConfig, principalConfigShape } from './config.ts'
import { openAuthenticator, openTokenVerifier } from './open-authenticator.ts'

let oidc: OidcServer
beforeAll(async () => {
  oidc = await startOidc({ users: [] })
})
afterAll(async () => await oidc?.stop())

function contextWith(variables: Record<string, string>): OpenContext<PrincipalConfig> {
  const env = { OIDC_ISSUER: oidc.issuer, OIDC_AUDIENCE: oidc.audience, ...variables }
  const nothing = () => undefined
  return {
    service: 'test',
    config: z.object(principalConfigShape).parse(env),
    clock: systemClock,
    logger: { warn: nothing, error: nothing },
    metrics: { gauge: () => ({ set: nothing, reset: nothing }) },
    onClose: nothing,
  }
}

describe('what the variables open', () => {
  it('reads the claims that they name', async () => {
    const changes = {
      OIDC_SUBJECT_CLAIM: 'oid',
      OIDC_TENANT_CLAIM: 'org',
      OIDC_GROUPS_CLAIM: 'roles',
      ROLES_BY_GROUP: '{"chiefs":"ciso"}',
    }
    const { authenticate } = openAuthenticator(contextWith(changes))
    const claims = { sub: 'pairwise', oid: 'o-1', org: 'acme', roles: ['chiefs'], groups: ['other'] }
    expect(await authenticate(`Bearer ${await oidc.mint(claims)}`)).toMatchObject({
      ...{ tenant: 'acme', sub: 'o-1', username: 'o-1', groups: ['chiefs'], roles: ['ciso'] },
    })
  })

  it.each([
    ['the claim', undefined],
    ['a text in the claim', 7],
  ])('refuses a token without %s that names the user', async (_what, oid) => {
    const { authenticate } = openAuthenticator(contextWith({ OIDC_SUBJECT_CLAIM: 'oid' }))
    const token = await oidc.mint({ sub: 'alice', oid })
    await expect(authenticate(`Bearer ${token}`)).rejects.toMatchObject({ code: 'token_invalid' })
  })

  it('takes the token types that they list', async () => {
    const token = await oidc.mint({}, { typ: 'JWT' })
    await expect(openTokenVerifier(contextWith({})).verify(token)).rejects.toMatchObject({ code: 'token_invalid' })
    const { claims } = await openTokenVerifier(contextWith({ OIDC_TOKEN_TYPES: 'at+jwt,JWT' })).verify(token)
    expect(claims.sub).toBe('alice')
  })

  it('refuses an issuer on plain HTTP, unless they permit it', () => {
    const OIDC_ISSUER = 'http://idp.example.test'
    expect(() => openTokenVerifier(contextWith({ OIDC_ISSUER }))).toThrow(TypeError)
    expect(() => openTokenVerifier(contextWith({ OIDC_ISSUER, OIDC_ALLOW_HTTP: 'true' }))).not.toThrow()
  })
})
