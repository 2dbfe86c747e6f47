import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createPrincipalReader } from './principal.ts'
import { configuredCallersShape } from './service-identities.ts'

const schema = z.object(configuredCallersShape)
const read = (SERVICE_IDENTITIES: unknown, INITIAL_USERS: unknown = []) =>
  schema.safeParse({
    SERVICE_IDENTITIES: JSON.stringify(SERVICE_IDENTITIES),
    INITIAL_USERS: JSON.stringify(INITIAL_USERS),
  })

describe('the variables of callers whom no directory knows', () => {
  it('name nobody by default, and the tenant without one', () => {
    expect(schema.parse({})).toEqual({ SERVICE_IDENTITIES: [], INITIAL_USERS: [] })
    expect(read([{ sub: 'bot' }], [{ sub: 'alice' }, { sub: 'bob', tenant: 'acme' }]).data).toEqual({
      SERVICE_IDENTITIES: [{ sub: 'bot', tenant: 'default', groups: [] }],
      INITIAL_USERS: [
        { sub: 'alice', tenant: 'default' },
        { sub: 'bob', tenant: 'acme' },
      ],
    })
  })

  it.each([
    ['a text', 'bot'],
    ['an empty subject', [{ sub: '' }]],
    ['a control character', [{ sub: 'b\u0000t' }]],
    ['the name of an API key', [{ sub: 'api-key:0123456789abcdef' }]],
    ['a member that is none', [{ sub: 'bot', roles: ['ciso'] }]],
    ['a group that is a number', [{ sub: 'bot', groups: [7] }]],
  ])('refuse %s', (_what, identities) => {
    expect(read(identities).success).toBe(false)
  })
})

describe('a token of a service', () => {
  const serviceIdentities = [{ tenant: 'acme', sub: 'bot', groups: ['dept:platform'] }]
  const readPrincipal = createPrincipalReader({ serviceIdentities, rolesByGroup: { 'role:ciso': 'ciso' } })

  it('has the groups of its configuration, whatever it says', () => {
    for (const groups of [undefined, [], ['role:ciso'], 7]) {
      const principal = readPrincipal({ sub: 'bot', tid: 'acme', client_id: 'bot', ...(groups && { groups }) })
      expect(principal).toMatchObject({ groups: ['dept:platform'], departments: ['platform'], roles: [] })
    }
  })

  it.each([
    ['another tenant', { sub: 'bot', tid: 'other' }],
    ['no tenant', { sub: 'bot' }],
    ['another subject and the same client', { sub: 'mallory', tid: 'acme', client_id: 'bot', azp: 'bot' }],
  ])('of %s is that of somebody else', (_what, claims) => {
    expect(readPrincipal({ ...claims, groups: ['role:ciso'] }).groups).toEqual(['role:ciso'])
  })
})
