import { generateKeyPairSync } from 'node:crypto'
import { readConfig } from '@sluice/service-kit'
import { describe, expect, it } from 'vitest'
import { idpSyncConfigSchema } from './config.ts'

const minimal = { REDIS_URL: 'redis://127.0.0.1', DATABASE_URL: 'postgres://127.0.0.1/x' }
const scim = { kind: 'scim', name: 'corp', baseUrl: 'https://idp.example/scim/v2', auth: { token: 't' } }
const ldap = { kind: 'ldap', name: 'ad', url: 'ldaps://ad.example', bindDn: 'cn=x', bindPassword: 'p', baseDn: 'dc=x' }
const graph = { kind: 'microsoft-graph', name: 'entra', directoryTenantId: 't', clientId: 'c', clientSecret: 's' }
const okta = { kind: 'okta', name: 'okta', orgUrl: 'https://org.okta.com', auth: { apiToken: 't' } }
const read = (...directories: object[]) =>
  readConfig(idpSyncConfigSchema, { ...minimal, DIRECTORIES: JSON.stringify(directories) })

describe('the configuration of the identity sync', () => {
  it('needs two variables', () => {
    expect(readConfig(idpSyncConfigSchema, minimal)).toMatchObject({
      PORT: 8083,
      DIRECTORIES: [],
      IDP_SYNC_INTERVAL_MS: 300_000,
      IDP_SYNC_MAX_REVOKED_PERCENT: 20,
      IDP_SYNC_MIN_HELD_USERS: 10,
    })
  })

  it('knows four kinds of directories', () => {
    expect(read(scim, ldap, graph, okta).DIRECTORIES).toMatchObject([
      { sub: 'userName', groups: 'resources', tenant: 'default' },
      { id: 'entryUUID', sub: 'uid', referrals: 'refuse', groups: { from: 'memberOf' } },
      { baseUrl: 'https://graph.microsoft.com/v1.0', sub: 'id', groups: 'none' },
      { sub: 'login', activeStatuses: ['ACTIVE', 'PASSWORD_EXPIRED', 'RECOVERY', 'LOCKED_OUT'] },
    ])
  })

  it('takes an RSA key', () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 })
    const privateKeyPem = privateKey.export({ type: 'pkcs8', format: 'pem' })
    expect(() => read({ ...okta, auth: { clientId: 'c', keyId: 'k', privateKeyPem } })).not.toThrow()
  })

  it.each([
    ['two directories of one name', [scim, { ...okta, name: 'corp' }], 'DIRECTORIES.1.name'],
    ['an unknown kind', [{ kind: 'x', name: 'a' }], 'DIRECTORIES.0.kind'],
    ['a misspelled member', [{ ...scim, basUrl: 'x' }], 'DIRECTORIES.0'],
    ['plain HTTP', [{ ...scim, baseUrl: 'http://idp.example/' }], 'DIRECTORIES.0.baseUrl'],
    ['a loopback that is none', [{ ...scim, baseUrl: 'http://127.0.0.1.example/' }], 'DIRECTORIES.0.baseUrl'],
    ['plain LDAP', [{ ...ldap, url: 'ldap://ad.example' }], 'DIRECTORIES.0.url'],
    ['a filter that is none', [{ ...ldap, filter: '(uid=' }], 'DIRECTORIES.0.filter'],
    ['a filter without parentheses', [{ ...ldap, filter: 'uid=*' }], 'DIRECTORIES.0.filter'],
    ['a name with capitals', [{ ...scim, name: 'Corp' }], 'DIRECTORIES.0.name'],
    [
      'a key that is none',
      [{ ...okta, auth: { clientId: 'c', keyId: 'k', privateKeyPem: 'x' } }],
      'DIRECTORIES.0.auth.privateKeyPem',
    ],
  ])('refuses %s', (_what, directories, variable) => {
    expect(() => read(...directories)).toThrow(
      expect.objectContaining({ faults: [expect.objectContaining({ variable })] }),
    )
  })

  it('takes plain connections on this machine, and StartTLS anywhere', () => {
    const local = { ...scim, baseUrl: 'http://127.0.0.1:1/scim' }
    expect(() => read(local, { ...ldap, url: 'ldap://ad.example', startTls: true })).not.toThrow()
  })
})
