import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createKeywordFilter } from './keyword-filter.ts'

describe('the keyword filter', () => {
  test.each([
    ['import javax.crypto.Cipher', true],
    ['import JAVAX.CRYPTO.Cipher', true],
    ['import javax.crypt', false],
    ['she', true],
    ['', false],
  ])('%s', (text, passes) => {
    expect(createKeywordFilter(['javax.crypto', 'he', 'hers'])(Buffer.from(text))).toBe(passes)
  })

  test('agrees with a plain search', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 4 })
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'd'), maxLength: 30 })
    fc.assert(
      fc.property(fc.array(word, { maxLength: 6 }), text, (words, within) => {
        expect(createKeywordFilter(words)(Buffer.from(within))).toBe(words.some((one) => within.includes(one)))
      }),
    )
  })
})
