import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { filterValue, guidFilterValue, guidText, readEntry } from './entry.ts'

describe('guidText', () => {
  it('writes the bytes as Microsoft does', () => {
    const bytes = Buffer.from('33221100554477668899aabbccddeeff', 'hex')
    expect(guidText(bytes)).toBe('00112233-4455-6677-8899-aabbccddeeff')
    expect(guidFilterValue('00112233-4455-6677-8899-aabbccddeeff')).toBe(
      '\\33\\22\\11\\00\\55\\44\\77\\66\\88\\99\\aa\\bb\\cc\\dd\\ee\\ff',
    )
  })

  it('can be looked for by what it wrote', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 16, maxLength: 16 }), (bytes) => {
        const filter = guidFilterValue(guidText(Buffer.from(bytes))).replaceAll('\\', '')
        expect(filter).toBe(Buffer.from(bytes).toString('hex'))
      }),
    )
  })
})

describe('filterValue', () => {
  it.each([
    ['ann', 'ann'],
    ['*)(uid=*', '\\2a\\29\\28uid=\\2a'],
    ['a\\b\0', 'a\\5cb\\00'],
  ])('escapes %j', (text, escaped) => {
    expect(filterValue(text)).toBe(escaped)
  })
})

describe('readEntry', () => {
  const dn = 'uid=ann,dc=x'

  it('knows attributes in any case', () => {
    const entry = readEntry({ dn, MAIL: 'a@b', memberOf: ['cn=a', 'cn=b'], none: [], objectGUID: Buffer.alloc(16) })
    expect([entry.first('mail'), entry.all('memberof'), entry.first('none'), entry.first('absent')]).toEqual([
      'a@b',
      ['cn=a', 'cn=b'],
      undefined,
      undefined,
    ])
    expect(entry.first('objectGuid')).toBe('00000000-0000-0000-0000-000000000000')
  })

  it('takes long names of groups', () => {
    const group = `cn=${'a'.repeat(600)},dc=x`
    expect(readEntry({ dn, memberOf: group }).all('memberOf')).toEqual([group])
  })

  it.each([
    ['values in ranges', { dn, 'member;range=0-1499': ['cn=a'] }, 'size_limit'],
    ['a value with a control character', { dn, uid: 'a\0' }, 'malformed'],
    ['a value that is too long', { dn, uid: 'a'.repeat(513) }, 'malformed'],
  ])('refuses %s', (_what, entry, code) => {
    expect(() => readEntry(entry).first('uid')).toThrow(expect.objectContaining({ code }))
  })
})
