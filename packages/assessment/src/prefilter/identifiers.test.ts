import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { IdentifierReader, identifierOf } from './identifiers.ts'
import { UnparsedFiles } from './unparsed-files.ts'

const reader = new IdentifierReader()

function find(words: readonly string[], text: string): readonly string[] {
  const files = new UnparsedFiles()
  files.add({ file: 'a', bytes: text.length, group: 'java', identifiers: reader.read(Buffer.from(text, 'utf8')) })
  return files.with({ java: words })[0]?.words ?? []
}

describe('words are found in what was read before', () => {
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

  test('what splitting the text finds', () => {
    const word = fc.stringMatching(/^[a-c]{1,3}$/)
    fc.assert(
      fc.property(
        fc.array(word),
        fc.array(fc.tuple(word, fc.constantFrom(' ', '.', '(', '\n', '-'))),
        (words, parts) => {
          const text = parts.flat().join('')
          const expected = new Set(text.split(/[ .(\n-]/).filter((part) => words.includes(part)))
          expect(new Set(find(words, text))).toEqual(expected)
        },
      ),
    )
  })

  test('only in files whose language they belong to', () => {
    const files = new UnparsedFiles()
    files.add({ file: 'a.go', bytes: 3, group: 'go', identifiers: reader.read(Buffer.from('Seal')) })
    expect(files.with({ java: ['Seal'] })).toEqual([])
    expect(files.with({ go: ['Seal'] })).toEqual([{ file: 'a.go', bytes: 3, words: ['Seal'] }])
    files.remove('a.go')
    expect(files.size).toBe(0)
    expect(files.with({ go: ['Seal'] })).toEqual([])
  })
})

test('a reader gives each file its own identifiers, however many the one before had', () => {
  const many = Array.from({ length: 40_000 }, (_, i) => `name${i}`)
  expect(reader.read(Buffer.from(many.join(' '))).length).toBe(40_000)
  expect([...reader.read(Buffer.from('name7 name7 x'))]).toEqual([identifierOf('name7'), identifierOf('x')])
  expect(reader.read(Buffer.from(''))).toHaveLength(0)
})

test('a file with more identifiers than a source has is read to the end, and keeps the first', () => {
  const many = Array.from({ length: 140_000 }, (_, i) => `n${i}`)
  const read = reader.read(Buffer.from(many.join(' ')))
  expect(read).toHaveLength(131_072)
  expect(read[0]).toBe(identifierOf('n0'))
})
