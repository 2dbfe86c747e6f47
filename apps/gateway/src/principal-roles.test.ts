import { openAuthenticator } from '@sluice/auth'
import { readConfig, systemClock } from '@sluice/service-kit'
import { startOidc } from '@sluice/testkit'
import { expect, it } from 'vitest'
import { gatewayConfigSchema } from './config.ts'

it.each([
  [{}, ['role:ciso', 'staff'], ['ciso']],
  [{ ROLES_BY_GROUP: '{"staff":"auditor"}' }, ['role:ciso', 'staff'], ['auditor']],
])('the gateway reads roles by %j', async (changes, groups, roles) => {
  const oidc = await startOidc({ users: [] })
  const config = readConfig(gatewayConfigSchema, {
    REDIS_URL: 'redis://127.0.0.1',
    DATABASE_URL: 'postgres://127.0.0.1/x',
    OIDC_ISSUER: oidc.issuer,
    OIDC_AUDIENCE: oidc.audience,
    DATA_KEYS: JSON.stringify({ k1: Buffer.alloc(32, 1).toString('base64') }),
    ENDPOINTS: JSON.stringify([{ name: 'a', baseUrl: 'http://127.0.0.1:1/v1', permittedLevel: 7, models: ['m'] }]),
    ...changes,
  })
  const nothing = () => undefined
  const { authenticate } = openAuthenticator({
    service: 'gateway',
    config,
    clock: systemClock,
    logger: { warn: nothing, error: nothing },
    metrics: { gauge: () => ({ set: nothing, reset: nothing }) },
    onClose: nothing,
  })
  expect((await authenticate(`Bearer ${await oidc.mint({ groups })}`)).roles).toEqual(roles)
  await oidc.stop()
})
