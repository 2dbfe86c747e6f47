import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { LOCAL_SERVICES, serviceEnvironment } from './services.ts'
import { SURROUNDINGS } from './testing/surroundings.ts'

const environmentOf = (name: string, environment = {}) => {
  const service = LOCAL_SERVICES.find((one) => one.name === name)
  if (service === undefined) throw new Error(`no ${name}`)
  return serviceEnvironment(service, SURROUNDINGS, { portBase: 9000, environment })
}

it('gives each service a port of its own, below the surroundings', () => {
  const offsets = LOCAL_SERVICES.map(({ offset }) => offset)
  expect(new Set(offsets).size).toBe(offsets.length)
  expect(Math.max(...offsets)).toBeLessThan(10)
  for (const { name, folder = name } of LOCAL_SERVICES) {
    expect(existsSync(resolve(import.meta.dirname, `../../../apps/${folder}/src/main.ts`))).toBe(true)
  }
})

it.each(['MAX_BODY_BYTES', 'OPERATIONS_PORT'])('hands a %s that the user has set to the gateway only', (variable) => {
  const limits = LOCAL_SERVICES.map(({ name }) => [name, environmentOf(name)[variable]])
  expect(limits.filter(([, limit]) => limit !== '')).toEqual([['gateway', undefined]])
})

it.each([
  [
    'gateway',
    {
      PORT: '9000',
      DATA_KEYS: '{"k":"key"}',
      ENDPOINTS_FILE: '/state/endpoints.json',
      UNREADABLE_LEVELS: '{"image":5}',
      OIDC_ISSUER: 'http://i',
    },
  ],
  ['gateway-worker', { PORT: '9005', GATEWAY_ROLE: 'worker', DATA_KEYS: '{"k":"key"}', REDIS_URL: 'redis://r' }],
  ['admin', { PORT: '9001', TLOG_KEY: 'log', OIDC_AUDIENCE: 'a', DATABASE_URL: 'postgres://p' }],
  ['soar-listener', { PORT: '9002', SOAR_CALLERS: '{"local":["whsec_s"]}', SOAR_CLIENTS: 'svc' }],
  ['idp-sync', { PORT: '9003', REDIS_URL: 'redis://r', DIRECTORIES: expect.stringContaining('http://d/scim/v2') }],
  ['assessment-api', { PORT: '9004', ASSESSMENT_ROOTS: expect.any(String) }],
])('ties the %s to the stack, on loopback', (name, expected) => {
  expect(environmentOf(name)).toMatchObject({ HOST: '127.0.0.1', ...expected })
})

it('leaves what the user has set, an empty value aside, but not where the stack is', () => {
  const environment = { CLEARANCES: '{}', CODENAMES: '', PORT: '1', REDIS_URL: 'redis://other' }
  expect(environmentOf('gateway', environment)).toMatchObject({
    CLEARANCES: '{}',
    CODENAMES: expect.stringContaining('Nightfall'),
    PORT: '9000',
    REDIS_URL: 'redis://r',
  })
})

it('leaves the key of the assessment API to its default, the fixed one of its specification', () => {
  expect(environmentOf('assessment-api')).not.toHaveProperty('TOKEN_KEY')
})
