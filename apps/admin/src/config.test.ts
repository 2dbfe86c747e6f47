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
