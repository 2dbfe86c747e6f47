import { readConfig } from '@sluice/service-kit'
import { describe, expect, it } from 'vitest'
import { adminConfigSchema } from './config.ts'

const minimal = {
  REDIS_URL: 'redis://127.0.0.1',
  DATABASE_URL: 'postgres://127.0.0.1/x',
  OIDC_ISSUER: 'http://127.0.0.1:2',
  OIDC_AUDIENCE: 'urn:x',
}

describe('the configuration of the admin service', () => {
  it('needs four variables', () => {
    expect(readConfig(adminConfigSchema, minimal)).toMatchObject({
      PORT: 8081,
      ROLES_BY_GROUP: { 'role:ciso': 'ciso', 'role:soc-analyst': 'soc-analyst' },
    })
    expect(() => readConfig(adminConfigSchema, {})).toThrow(
      expect.objectContaining({
        faults: Object.keys(minimal).map((variable) => expect.objectContaining({ variable })),
      }),
    )
  })

  it('takes roles by group instead of the default', () => {
    const ROLES_BY_GROUP = JSON.stringify({ 'Sec Ops': 'soc-analyst', '8a1c-uuid': 'ciso' })
    expect(readConfig(adminConfigSchema, { ...minimal, ROLES_BY_GROUP }).ROLES_BY_GROUP).toEqual({
      'Sec Ops': 'soc-analyst',
      '8a1c-uuid': 'ciso',
    })
  })

  it.each([
    ['a role that does not exist', '{"a":"CISO"}', 'ROLES_BY_GROUP.a'],
    ['a role of Object', '{"a":"constructor"}', 'ROLES_BY_GROUP.a'],
    ['several roles in a list', '{"a":["ciso"]}', 'ROLES_BY_GROUP.a'],
    ['a list', '["ciso"]', 'ROLES_BY_GROUP'],
    ['half a text', '{"a":', 'ROLES_BY_GROUP'],
  ])('refuses %s', (_what, text, variable) => {
    expect(() => readConfig(adminConfigSchema, { ...minimal, ROLES_BY_GROUP: text })).toThrow(
      expect.objectContaining({ faults: [expect.objectContaining({ variable })] }),
    )
  })
})

describe('security keys at the console', () => {
  const console = {
    ...{ CONSOLE_URL: 'https://sluice.example.com', CONSOLE_CLIENT_ID: 'console' },
    DATA_KEYS: JSON.stringify({ k1: Buffer.alloc(32, 7).toString('base64') }),
  }
  const read = (env: Record<string, string>) => readConfig(adminConfigSchema, { ...minimal, ...console, ...env })

  it('are off, and registered after a login of the last five minutes where they are on', () => {
    const { CONSOLE_WEBAUTHN_RP_ID, CONSOLE_WEBAUTHN_REGISTRATION } = read({})
    expect([CONSOLE_WEBAUTHN_RP_ID, CONSOLE_WEBAUTHN_REGISTRATION]).toEqual([undefined, { maxAgeSeconds: 300 }])
  })

  it.each([
    ['the domain of the console', { CONSOLE_WEBAUTHN_RP_ID: 'sluice.example.com' }],
    ['one above it', { CONSOLE_WEBAUTHN_RP_ID: 'example.com' }],
    ['that of this machine', { CONSOLE_WEBAUTHN_RP_ID: 'localhost', CONSOLE_URL: 'http://localhost:8081' }],
    [
      'a class that takes a class',
      {
        ...{ CONSOLE_WEBAUTHN_RP_ID: 'example.com', CONSOLE_WEBAUTHN_ACR: 'phr' },
        CONSOLE_WEBAUTHN_REGISTRATION: '{"max_age_seconds":60,"acr_values":["mfa"]}',
      },
    ],
  ])('may be for %s', (_what, env) => {
    expect(read(env)).toMatchObject({ CONSOLE_WEBAUTHN_RP_ID: env.CONSOLE_WEBAUTHN_RP_ID })
  })

  it.each([
    ['another domain', 'CONSOLE_WEBAUTHN_RP_ID', { CONSOLE_WEBAUTHN_RP_ID: 'example.net' }],
    ['one that only ends alike', 'CONSOLE_WEBAUTHN_RP_ID', { CONSOLE_WEBAUTHN_RP_ID: 'ample.com' }],
    ['one below', 'CONSOLE_WEBAUTHN_RP_ID', { CONSOLE_WEBAUTHN_RP_ID: 'a.sluice.example.com' }],
    [
      'an address',
      'CONSOLE_WEBAUTHN_RP_ID',
      { CONSOLE_WEBAUTHN_RP_ID: '127.0.0.1', CONSOLE_URL: 'http://127.0.0.1:8081' },
    ],
    ['an origin', 'CONSOLE_WEBAUTHN_RP_ID', { CONSOLE_WEBAUTHN_RP_ID: 'https://example.com' }],
    // Whoever has a password only must not make a key of it that counts for more.
    [
      'a class that any login makes',
      'CONSOLE_WEBAUTHN_REGISTRATION',
      { CONSOLE_WEBAUTHN_RP_ID: 'example.com', CONSOLE_WEBAUTHN_ACR: 'phr' },
    ],
    [
      'a login of any age',
      'CONSOLE_WEBAUTHN_REGISTRATION',
      { CONSOLE_WEBAUTHN_REGISTRATION: '{"acr_values":["mfa"]}' },
    ],
    ['one of long ago', 'CONSOLE_WEBAUTHN_REGISTRATION', { CONSOLE_WEBAUTHN_REGISTRATION: '{"max_age_seconds":3601}' }],
  ])('may not be for %s', (_what, variable, env) => {
    const fault = expect.objectContaining({ variable })
    expect(() => read(env)).toThrow(expect.objectContaining({ faults: expect.arrayContaining([fault]) }))
  })
})
