import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { emptyTokens, LOOK, tokenize, wordHash } from './tokens.ts'

function wordsOf(text: string): readonly string[] {
  const tokens = tokenize(text, 0, text.length, emptyTokens(4))
  return Array.from({ length: tokens.count }, (_, i) => text.slice(tokens.starts[i], tokens.ends[i]))
}

function looksOf(text: string): readonly number[] {
  const tokens = tokenize(text, 0, text.length, emptyTokens(4))
  return [...tokens.looks.subarray(0, tokens.count)]
}

describe('tokens', () => {
  it.each([
    ["Anna O'Neill-Smith's car", ['Anna', "O'Neill-Smith", "'", 's', 'car']],
    ['a@b.co, (x)', ['a', '@', 'b', '.', 'co', ',', '(', 'x', ')']],
    ['one\n\ntwo', ['one', '\n\n', 'two']],
    ['J. Müller', ['J', '.', 'Müller']],
    ['Ægir i Århus', ['Ægir', 'i', 'Århus']],
    ['王芳 and Иван', ['王芳', 'and', 'Иван']],
    ['zero​width', ['zero​width']],
    ['', []],
  ])('of %j', (text, words) => expect(wordsOf(text)).toEqual(words))

  it('say how they are written', () => {
    expect(looksOf('word Title UPPER mcDonald A 12 4B . 王 \n')).toEqual([
      ...[LOOK.lower, LOOK.title, LOOK.upper, LOOK.mixed, LOOK.single, LOOK.number, LOOK.withDigit, LOOK.punctuation],
      ...[LOOK.otherScript, LOOK.lineBreak],
    ])
    expect(looksOf("Jean-Luc O'Neill")).toEqual([LOOK.title, LOOK.title])
  })

  it.each([
    ['MÜLLER', 'muller'],
    ['Müller', 'müller'],
    ['Ngọc', 'ngoc'],
    ['e\u0301', 'é'],
  ])('hash %s as %s', (one, other) => expect(wordHash(one)).toBe(wordHash(other)))

  it('are in order, disjoint, and leave out only space, for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        const tokens = tokenize(text, 0, text.length, emptyTokens(1))
        let behind = 0
        for (let i = 0; i < tokens.count; i += 1) {
          const [start, end] = [tokens.starts[i] as number, tokens.ends[i] as number]
          expect(text.slice(behind, start)).toMatch(/^[\s\p{Cc}\p{Cf}]*$/u)
          expect(start).toBeGreaterThanOrEqual(behind)
          expect(end).toBeGreaterThan(start)
          behind = end
        }
      }),
    )
  })
})
