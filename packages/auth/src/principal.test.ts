import { ADMIN_ROLES, isAdminRole } from '@sluice/contracts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createPrincipalReader, type PrincipalOptions } from './principal.ts'
import { DEFAULT_ROLES_BY_GROUP } from './roles.ts'

const read = (claims: Record<string, unknown>, options: PrincipalOptions = {}) => createPrincipalReader(options)(claims)

describe('createPrincipalReader', () => {
  it('reads every claim', () => {
    const claims = {
      sub: 'u-1',
      preferred_username: 'alice',
      groups: ['dept:finance', 'dept:legal', 'dept:finance', 'role:ciso', 'chiefs', 'dept:'],
      tid: 'acme',
      azp: 'web',
      client_id: 'other',
    }
    const rolesByGroup = { 'role:ciso': 'ciso', chiefs: 'ciso', other: 'aigo' }
    expect(read(claims, { rolesByGroup })).toEqual({
      tenant: 'acme',
      sub: 'u-1',
      username: 'alice',
      groups: claims.groups,
      roles: ['ciso'],
      departments: ['finance', 'legal'],
      client: 'web',
    })
  })

  it('has a value for every claim that may be absent', () => {
    expect(read({ sub: 'u-1' })).toEqual({
      tenant: 'default',
      sub: 'u-1',
      username: 'u-1',
      groups: [],
      roles: [],
      departments: [],
      client: 'unknown',
    })
  })

  it.each<[string, Record<string, unknown>, PrincipalOptions, object]>([
    ['a single group', { groups: 'dept:it' }, {}, { groups: ['dept:it'], departments: ['it'] }],
    [
      'another groups claim',
      { 'urn:x/groups': ['a'], groups: ['b'] },
      { groupsClaim: 'urn:x/groups' },
      { groups: ['a'] },
    ],
    ['another tenant claim', { org: 'o', tid: 't' }, { tenantClaim: 'org' }, { tenant: 'o' }],
    ['another subject claim', { oid: 'o-1' }, { subjectClaim: 'oid' }, { sub: 'o-1', username: 'o-1' }],
    ['another default tenant', {}, { defaultTenant: 'house' }, { tenant: 'house' }],
    ['another prefix', { groups: ['/d/it'] }, { departmentPrefix: '/d/' }, { departments: ['it'] }],
    ['client_id', { client_id: 'cli' }, {}, { client: 'cli' }],
    [
      'groups named as members of objects',
      { groups: ['constructor', '__proto__'] },
      { rolesByGroup: {} },
      { roles: [] },
    ],
    ['1,000 groups', { groups: Array(1000).fill('g') }, {}, { sub: 'u-1' }],
    ['the longest subject', { sub: 's'.repeat(256) }, {}, { sub: 's'.repeat(256) }],
  ])('understands %s', (_what, claims, options, expected) => {
    expect(read({ sub: 'u-1', ...claims }, options)).toMatchObject(expected)
  })

  it.each([
    ['no subject', { sub: undefined }],
    ['an empty subject', { sub: '' }],
    ['a subject that is too long', { sub: 's'.repeat(257) }],
    ['a subject that is a number', { sub: 7 }],
    ['a subject with half a surrogate pair', { sub: 'a\ud800' }],
    ['a subject with a control character', { sub: 'a\u0000' }],
    ['a tenant that is empty', { tid: '' }],
    ['a tenant that is null', { tid: null }],
    ['a username that is an object', { preferred_username: {} }],
    ['a client that is a list', { azp: ['web'] }],
    ['groups that are null', { groups: null }],
    ['groups that are an object', { groups: { a: 1 } }],
    ['a group that is a number', { groups: ['a', 1] }],
    ['1,001 groups', { groups: Array(1001).fill('g') }],
  ])('refuses %s', (_what, claims) => {
    expect(() => read({ sub: 'u-1', ...claims })).toThrow(expect.objectContaining({ code: 'token_invalid' }))
  })

  it.each([
    ['is absent', {}],
    ['is a member of every object', {}, 'constructor'],
    ['is null', { oid: null }],
    ['is a number', { oid: 7 }],
    ['is a list', { oid: ['o-1'] }],
    ['is empty', { oid: '' }],
    ['holds a control character', { oid: 'o\u0000' }],
  ])(
    'refuses a token whose configured subject claim %s, whatever its sub is',
    (_what, claims, subjectClaim = 'oid') => {
      expect(() => read({ sub: 'u-1', ...claims }, { subjectClaim })).toThrow(
        expect.objectContaining({ code: 'token_invalid' }),
      )
    },
  )

  it('gives nothing that a request could change', () => {
    const principal = read({ sub: 'u-1', groups: ['dept:it'] })
    for (const part of [principal, principal.groups, principal.roles, principal.departments]) {
      expect(Object.isFrozen(part)).toBe(true)
    }
  })

  it('gives a principal or token_invalid for any claims', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom('sub', 'groups', 'tid', 'azp', 'preferred_username'), fc.jsonValue()),
        (claims) => {
          try {
            expect(read(claims).sub).toBe(claims.sub)
          } catch (error) {
            expect(error).toMatchObject({ code: 'token_invalid' })
          }
        },
      ),
    )
  })
})

describe('roles', () => {
  it('are the six of the specification and that of key holders, each with a group', () => {
    expect(Object.values(ADMIN_ROLES).sort()).toEqual([
      'AIGO',
      'Auditor',
      'CISO',
      'Dept Admin',
      'Key Holder',
      'Legal Counsel',
      'SOC Analyst',
    ])
    expect(DEFAULT_ROLES_BY_GROUP['role:soc-analyst']).toBe('soc-analyst')
    expect(Object.values(DEFAULT_ROLES_BY_GROUP).sort()).toEqual(Object.keys(ADMIN_ROLES).sort())
    expect(['ciso', 'CISO', 'toString'].map(isAdminRole)).toEqual([true, false, false])
  })
})
