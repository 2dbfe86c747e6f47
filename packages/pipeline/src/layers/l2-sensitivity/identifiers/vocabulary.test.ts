import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Vocabulary } from './vocabulary.ts'

function vocabularyOf(...phrases: readonly string[]): Vocabulary<string> {
  const vocabulary = new Vocabulary<string>()
  for (const phrase of phrases) vocabulary.add(phrase, phrase)
  return vocabulary
}

function owners(text: string, ...phrases: readonly string[]): readonly string[] {
  return vocabularyOf(...phrases)
    .scan(text)
    .hits.flatMap((hit) => hit.owners)
}

describe('phrases', () => {
  it.each([
    ['my tax id', 'tax id'],
    ['TAX_ID', 'tax id'],
    ['taxId', 'tax id'],
    ['the tax-id.', 'tax id'],
    ['ΦΠΑ', 'φπα'],
    ['Мой ПАРОЛЬ', 'пароль'],
    ['내 여권번호는', '여권번호'],
    ['ssn536107704', 'ssn'],
  ])('%j has %j', (text, phrase) => {
    expect(owners(text, phrase)).toEqual([phrase])
  })

  it.each([
    ['taxi d', 'tax id'],
    ['tax 1 identity', 'tax id'],
    ['syntax id', 'tax id'],
    ['id tax', 'tax id'],
    ['', 'tax id'],
  ])('%j has no %j', (text, phrase) => {
    expect(owners(text, phrase)).toEqual([])
  })

  it('belong to all who added them', () => {
    const vocabulary = new Vocabulary<number>()
    vocabulary.add('tax id', 1)
    vocabulary.add('Tax ID', 2)
    expect(vocabulary.scan('x tax id').hits).toEqual([{ from: 2, start: 6, end: 8, owners: [1, 2] }])
  })

  it.each(['', '42', 'a '.repeat(17)])('cannot be %j', (phrase) => {
    expect(() => vocabularyOf(phrase)).toThrow(RangeError)
  })

  it('have the same words alone and in a text, whatever they are made of', () => {
    const phrases = fc.array(
      fc.constantFrom('tax', 'Id', 'ÉTÉ', 'ß', '9', ' ', '-', '_', '여', '\u0301', 'ǅ', '\ud83d\ude00'),
      {
        minLength: 1,
        maxLength: 12,
      },
    )
    fc.assert(
      fc.property(phrases, (parts) => {
        const phrase = parts.join('')
        fc.pre(/[\p{L}\p{M}]/u.test(phrase))
        expect(owners(`see ${phrase}, please`, phrase)).toContain(phrase)
      }),
    )
  })

  it('are found wherever they stand', () => {
    const word = fc.stringMatching(/^[a-z]{1,8}$/)
    fc.assert(
      fc.property(
        fc.array(word, { minLength: 1, maxLength: 4 }),
        fc.array(word),
        fc.array(word),
        (phrase, left, right) => {
          const text = [...left, ...phrase, ...right].join(' ')
          expect(owners(text, phrase.join(' '))).toContain(phrase.join(' '))
        },
      ),
    )
  })
})

describe('candidates', () => {
  const candidates = (text: string) =>
    vocabularyOf('ssn')
      .scan(text)
      .candidates.map(({ start, length }) => text.slice(start, start + length))

  it.each([
    ['a 12 b34 c', ['a', '12', 'b34']],
    ['QQ 12 C', ['QQ', '12']],
    ['AB-12', ['AB', '12']],
    ['SSN536', ['SSN536', '536']],
    ['no digits', []],
    ['words 12', ['12']],
  ])('%j', (text, expected) => {
    expect(candidates(text)).toEqual(expected)
  })
})

it('knows where long runs and addresses are', () => {
  const { chunks, urls } = vocabularyOf('x').scan('see http://x/abc-abcdefghijklmnop_qrstuvwxyzabcdefgh')
  expect(chunks).toEqual([13])
  expect(urls).toEqual([8])
})
