import { describe, expect, it } from 'vitest'
import { readPrinted } from './java.ts'
import { splitAtCommas, withinBrackets } from './parameter-list.ts'
import { namesFirst, SourceText } from './source-text.ts'

describe('a list of parameters', () => {
  it.each([
    ['', []],
    ['a int, b func(x, y) (c, d)', ['a int', 'b func(x, y) (c, d)']],
    ['f: impl Fn(u8) -> Vec<u8, A>, g: [u8; 4]', ['f: impl Fn(u8) -> Vec<u8, A>', 'g: [u8; 4]']],
  ])('%s', (list, parts) => {
    expect(splitAtCommas(list)).toEqual(parts)
  })

  it('ends with the bracket that closes it', () => {
    expect(withinBrackets('f(a, g(b), [c]) d)', 1)).toBe('a, g(b), [c]')
    expect(withinBrackets('f(a', 1)).toBeUndefined()
  })

  it('leaves out the receiver', () => {
    expect(
      namesFirst("&'a mut self, key: &[u8]", (part) => part.includes('self')).parameters.map(({ name }) => name),
    ).toEqual(['key'])
  })
})

it('finds the declarations of a source, not what its comments say', () => {
  const text = new SourceText('// fn seal(a)\npub fn seal(key: u8, data: u8) {}\n/* fn seal(b) */')
  expect(text.lists(/\bfn seal/g)).toEqual(['key: u8, data: u8'])
})

it('reads what javap prints', () => {
  const printed = readPrinted(`Compiled from "Cipher.java"
public class javax.crypto.Cipher extends a.Base<java.lang.String> implements b.C {
  public static final int ENCRYPT_MODE;
  protected javax.crypto.Cipher(javax.crypto.CipherSpi, java.lang.String);
  public final void init(int, java.security.Key) throws java.security.InvalidKeyException;
  public java.util.Map<java.lang.String, byte[]> all(java.lang.Object...);
}
`)
  const found = printed.get('javax.crypto.Cipher')
  expect(found?.bases).toEqual(['a.Base', 'b.C'])
  expect([...(found?.fields ?? [])]).toEqual(['ENCRYPT_MODE'])
  expect(found?.constructors).toHaveLength(1)
  expect(found?.methods.get('init')).toEqual([
    { parameters: [{ type: 'int' }, { type: 'java.security.Key' }], takesMore: false },
  ])
  expect(found?.methods.get('all')?.[0]?.takesMore).toBe(true)
})
