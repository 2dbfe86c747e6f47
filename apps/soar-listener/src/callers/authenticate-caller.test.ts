import { createPrincipalReader, principalOptions } from '@sluice/auth'
import { createLevelPolicy } from '@sluice/policy'
import { readConfig } from '@sluice/service-kit'
import { expect, it } from 'vitest'
import { soarListenerConfigSchema } from '../config.ts'
import { authenticateCaller, type CallerRules } from './authenticate-caller.ts'

const policies = createLevelPolicy({
  clearances: {},
  soar: { scope: 'soar', clients: ['xsoar'], allowUnfreeze: false },
})
const config = readConfig(soarListenerConfigSchema, {
  REDIS_URL: 'redis://127.0.0.1',
  DATABASE_URL: 'postgres://127.0.0.1/x',
  OIDC_ISSUER: 'http://127.0.0.1:2',
  OIDC_AUDIENCE: 'urn:x',
  ROLES_BY_GROUP: '{"machines":"soc-analyst"}',
})

const callersFor = (claims: Record<string, unknown>): CallerRules => ({
  keys: [],
  verifier: { verify: async () => ({ claims, expiresAtMs: 1, keysUntilMs: 1 }) },
  readPrincipal: createPrincipalReader(principalOptions(config)),
  scope: config.SOAR_SCOPE,
  scopeClaims: config.SOAR_SCOPE_CLAIMS,
  findPerson: async () => undefined,
  clock: { nowMs: () => 0, monotonicMs: () => 0 },
})

it('gives the caller of a token the roles of its groups', async () => {
  const claims = { sub: 'playbook', azp: 'xsoar', scope: 'soar', groups: ['machines'] }
  const headers = new Headers({ authorization: 'Bearer x' })
  expect(await authenticateCaller(headers, Buffer.from('{}'), { callers: callersFor(claims), policies })).toMatchObject(
    {
      name: 'oauth:xsoar',
      principal: { sub: 'playbook', groups: ['machines'], roles: ['soc-analyst'] },
    },
  )
})
