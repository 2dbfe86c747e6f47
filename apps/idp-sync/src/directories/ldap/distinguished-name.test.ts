import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { normalizeName, parseName } from './distinguished-name.ts'

describe('parseName', () => {
  // The examples of RFC 4514, section 4, and what servers make of odd names.
  it.each([
    ['UID=jsmith,DC=example,DC=net', ['uid=jsmith', 'dc=example', 'dc=net']],
    ['OU=Sales+CN=J.  Smith,DC=example', ['ou=Sales', 'dc=example']],
    ['CN=James \\"Jim\\" Smith\\, III,DC=net', ['cn=James "Jim" Smith, III', 'dc=net']],
    ['CN=Before\\0dAfter,DC=net', ['cn=Before\rAfter', 'dc=net']],
    ['CN=Lu\\C4\\8Di\\C4\\87', ['cn=Lučić']],
    ['cn=日本\\,x', ['cn=日本,x']],
    ['cn=a = b', ['cn=a = b']],
    ['cn=x\\', ['cn=x\ufffd']],
  ])('reads %s', (dn, parts) => {
    expect(parseName(dn)?.map(({ type, value }) => `${type}=${value}`)).toEqual(parts)
  })

  it.each(['', 'nobody', '=x', 'cn=a,,cn=b'])('takes %j for no name', (dn) => {
    expect(parseName(dn)).toBeUndefined()
  })

  it('gives every value back, however it is escaped', () => {
    const escaped = (text: string) =>
      [...Buffer.from(text, 'utf8')].map((byte) => `\\${byte.toString(16).padStart(2, '0')}`).join('')
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (value) => {
        expect(parseName(`cn=${escaped(value)},dc=x`)?.[0]).toEqual({ type: 'cn', value })
      }),
    )
  })

  it('never throws', () => {
    fc.assert(fc.property(fc.string(), (text) => typeof normalizeName(text) === 'string'))
  })
})

describe('normalizeName', () => {
  it.each([
    ['uid=Ann, ou=People,dc=x', 'UID=ann,OU=people,DC=X', true],
    ['cn=a\\,b,dc=x', 'cn=a\\2cb,dc=x', true],
    ['cn=a,dc=x', 'cn=b,dc=x', false],
    ['cn=a\\,dc=x', 'cn=a,dc=x', false],
  ])('%s and %s are one name: %s', (one, other, same) => {
    expect(normalizeName(one) === normalizeName(other)).toBe(same)
  })
})
