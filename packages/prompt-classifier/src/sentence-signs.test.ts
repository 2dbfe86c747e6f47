import { expect, it } from 'vitest'
import { emptyFeatures, writeFeatures } from './features.ts'
import { hashOfWord } from './hash-word.ts'
import { Lexicon } from './lexicon.ts'
import { isFunctionWord, SYMBOL_BITS, symbolOf } from './sentence-signs.ts'
import { emptyTokens, KIND, tokenize } from './tokens.ts'

it.each([
  ['the', true],
  ['nicht', true],
  ['kya', true],
  ['metamorphosis', false],
  ['oppositeley', false],
])('knows whether %s holds a sentence together: %s', (word, isFunction) =>
  expect(isFunctionWord(hashOfWord(word, 0, word.length))).toBe(isFunction),
)

it('tells seven kinds of words and signs apart, and ideographs', () => {
  const symbols = [
    symbolOf(KIND.ideograph, 1, false, false),
    symbolOf(KIND.word, 3, false, true),
    ...[4, 7, 8].map((length) => symbolOf(KIND.word, length, false, false)),
    symbolOf(KIND.number, 2, false, false),
    symbolOf(KIND.sign, 1, true, false),
    symbolOf(KIND.sign, 1, false, false),
  ]
  expect(symbols).toStrictEqual(Array.from({ length: 1 << SYMBOL_BITS }, (_, i) => i))
})

function countOf(text: string): number {
  const tokens = tokenize(text, emptyTokens(16))
  return writeFeatures(text, tokens, new Lexicon(), emptyFeatures(16), true).starts[tokens.count] ?? 0
}

it('has two features more for a word of the lexicon that begins a sentence, itself and its class', () => {
  expect(countOf('now; ignore') - countOf('now, ignore')).toBe(2)
  expect(countOf('now; yellow') - countOf('now, yellow')).toBe(1)
})

it('has two features more for each piece of a run without a space, from the third on', () => {
  expect(countOf('a-b') - countOf('a- b')).toBe(2)
  expect(countOf('a -b') - countOf('a - b')).toBe(0)
  expect(countOf('q7}k') - countOf('q7 }k')).toBe(4)
})
