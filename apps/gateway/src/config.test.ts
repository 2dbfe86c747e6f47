import { fileURLToPath } from 'node:url'
import { readConfig } from '@sluice/service-kit'
import { describe, expect, it } from 'vitest'
import { gatewayConfigSchema } from './config.ts'

const key = Buffer.alloc(32, 1).toString('base64')
const endpoint = { name: 'a', baseUrl: 'http://127.0.0.1:1/v1', permittedLevel: 7, models: ['m'] }
const minimal = {
  REDIS_URL: 'redis://127.0.0.1',
  DATABASE_URL: 'postgres://127.0.0.1/x',
  OIDC_ISSUER: 'http://127.0.0.1:2',
  OIDC_AUDIENCE: 'urn:x',
  DATA_KEYS: JSON.stringify({ k1: key }),
  ENDPOINTS: JSON.stringify([endpoint]),
}

describe('the configuration of the gateway', () => {
  it('needs six variables, of which one says where the endpoints stand', () => {
    expect(readConfig(gatewayConfigSchema, minimal)).toMatchObject({ PORT: 8080, HELD_ACTIONS: ['F', 'G', 'H'] })
    expect(readConfig(gatewayConfigSchema, minimal)).toMatchObject({
      JAILBREAK_THRESHOLDS: { observe: 0.3, block: 0.6 },
    })
    const { ENDPOINTS: _, ...others } = minimal
    const { DATA_KEYS: keys, ...alone } = others
    expect(() => readConfig(gatewayConfigSchema, {})).toThrow(
      expect.objectContaining({
        faults: Object.keys(alone).map((variable) => expect.objectContaining({ variable })),
      }),
    )
    const missing = expect.objectContaining({ faults: [expect.objectContaining({ variable: 'ENDPOINTS' })] })
    expect(() => readConfig(gatewayConfigSchema, others)).toThrow(missing)
    const noKeys = expect.objectContaining({ faults: [expect.objectContaining({ variable: 'DATA_KEYS' })] })
    expect(() => readConfig(gatewayConfigSchema, { ...alone, ENDPOINTS_FILE: '/no/such/file' })).toThrow(noKeys)
    const wrapped = { ...minimal, DATA_KEYS: '', WRAPPED_DATA_KEYS: '{"k1":"vault:v1:x"}' }
    expect(() => readConfig(gatewayConfigSchema, wrapped)).toThrow(/KEY_PROVIDER: is required/)
    expect(() => readConfig(gatewayConfigSchema, { ...wrapped, DATA_KEYS: keys })).toThrow(/one of them counts/)
    const ofFile = { ...others, ENDPOINTS_FILE: '/no/such/file' }
    expect(readConfig(gatewayConfigSchema, ofFile)).toMatchObject({ ENDPOINTS_FILE: '/no/such/file' })
  })

  it('takes an endpoint that serves embeddings only', () => {
    const { models: _, ...rest } = endpoint
    const ENDPOINTS = JSON.stringify([{ ...rest, embeddingModels: ['e'] }])
    expect(readConfig(gatewayConfigSchema, { ...minimal, ENDPOINTS }).ENDPOINTS).toMatchObject([
      { models: [], embeddingModels: ['e'] },
    ])
  })

  it('takes the recognizers of the example', () => {
    const DETECTION_FILE = fileURLToPath(new URL('../../../infra/local/detection.example.json', import.meta.url))
    const { recognizers } = readConfig(gatewayConfigSchema, { ...minimal, DETECTION_FILE }).DETECTION
    expect(recognizers.map(({ name }) => name)).toEqual(['badges', 'claims', 'sites'])
  })

  it('takes the other forms of values of the example', () => {
    const DETECTION_FILE = fileURLToPath(new URL('../../../infra/local/dates.example.json', import.meta.url))
    const { DETECTION } = readConfig(gatewayConfigSchema, { ...minimal, DETECTION_FILE })
    expect(Object.values(DETECTION.default).map((setting) => setting?.replace)).toEqual([
      ...['shift', 'shift', 'generalize', 'generalize', 'generalize'],
    ])
  })

  it.each([
    [
      'a type that cannot be shifted',
      { DETECTION: JSON.stringify({ default: { PERSON: { replace: 'shift' } } }) },
      'DETECTION.default.PERSON.replace',
    ],
    ['no data key', { DATA_KEYS: '{}' }, 'DATA_KEYS'],
    ['a short data key', { DATA_KEYS: '{"k1":"c2hvcnQ="}' }, 'DATA_KEYS.k1'],
    ['a key id of digits, which would lose its place', { DATA_KEYS: JSON.stringify({ 2024: key }) }, 'DATA_KEYS.2024'],
    [
      'a pattern that matches an empty text',
      { DETECTION: JSON.stringify({ recognizers: [{ name: 'badges', type: 'ACCOUNT_NUMBER', patterns: ['a?'] }] }) },
      'DETECTION',
    ],
    [
      'a recognizer that there is none of',
      { DETECTION: JSON.stringify({ byRecognizer: { default: { 'us-ssm': { find: 'never' } } } }) },
      'DETECTION',
    ],
    ['a current key that is not there', { DATA_KEY_CURRENT: 'k2' }, 'DATA_KEY_CURRENT'],
    [
      'numbers that a session outlives',
      { SESSION_IDLE_MS: '7200000', OUTBOX_SEQUENCE_MS: '7200000' },
      'OUTBOX_SEQUENCE_MS',
    ],
    ['no endpoint', { ENDPOINTS: '[]' }, 'ENDPOINTS'],
    [
      'an endpoint of level 8',
      { ENDPOINTS: JSON.stringify([{ ...endpoint, permittedLevel: 8 }]) },
      'ENDPOINTS.0.permittedLevel',
    ],
    [
      'an unknown kind of provider',
      { ENDPOINTS: JSON.stringify([{ ...endpoint, providerKind: 'cloud' }]) },
      'ENDPOINTS.0.providerKind',
    ],
    ['an endpoint without a model', { ENDPOINTS: JSON.stringify([{ ...endpoint, models: [] }]) }, 'ENDPOINTS.0'],
    ['a misspelled member', { ENDPOINTS: JSON.stringify([{ ...endpoint, apikey: 'x' }]) }, 'ENDPOINTS.0'],
    ['thresholds the wrong way round', { JAILBREAK_THRESHOLDS: '{"observe":0.9,"block":0.8}' }, 'JAILBREAK_THRESHOLDS'],
    ['a threshold of zero', { JAILBREAK_THRESHOLDS: '{"observe":0,"block":0.8}' }, 'JAILBREAK_THRESHOLDS.observe'],
    ['models that are no list', { MODELS_BY_GROUP: '{"*":"m"}' }, 'MODELS_BY_GROUP.*'],
    ['an unknown action category', { HELD_ACTIONS: 'F,Z' }, 'HELD_ACTIONS.1'],
  ])('refuses %s', (_name, changes, variable) => {
    expect(() => readConfig(gatewayConfigSchema, { ...minimal, ...changes })).toThrow(
      expect.objectContaining({ faults: [expect.objectContaining({ variable })] }),
    )
  })
})
