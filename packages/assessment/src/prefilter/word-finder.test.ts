import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createWordFinder } from './word-finder.ts'

const find = (words: readonly string[], text: string) => createWordFinder(words)(Buffer.from(text, 'utf8'))

test.each([
  ['a whole word', ['CryptoUtil'], 'CryptoUtil.seal(data)', ['CryptoUtil']],
  ['no part of another', ['Crypto'], 'MyCrypto CryptoUtil crypto_x', []],
  ['case counts', ['cipher'], 'Cipher CIPHER', []],
  ['at the very end', ['ALG'], 'return ALG', ['ALG']],
  ['several, once each', ['one', 'two'], 'two one two', ['two', 'one']],
  ['with a dollar sign and letters of other alphabets', ['$key', 'größe'], 'f($key, größe)', ['$key', 'größe']],
  ['none without words', [], 'anything', []],
])('%s', (_name, words, text, found) => {
  expect(find(words, text)).toEqual(found)
})

test('finds what splitting the text finds', () => {
  const word = fc.stringMatching(/^[a-c]{1,3}$/)
  fc.assert(
    fc.property(fc.array(word), fc.array(fc.tuple(word, fc.constantFrom(' ', '.', '(', '\n', '-'))), (words, parts) => {
      const text = parts.flat().join('')
      const expected = new Set(text.split(/[ .(\n-]/).filter((part) => words.includes(part)))
      expect(new Set(find(words, text))).toEqual(expected)
    }),
  )
})
