import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyOf, oneOf, PhraseEndings, phrase, phrases, words } from './phrases.ts'

describe('lists', () => {
  it('are split at white space, or at bars and line breaks', () => {
    expect(words(' a  b\n c ')).toEqual(['a', 'b', 'c'])
    expect(phrases(' my name | a \n b|')).toEqual(['my name', 'a', 'b'])
  })
})

describe('sources of regular expressions', () => {
  const written = fc.string({ minLength: 1, maxLength: 8 })

  it('match what is written, and nothing else', () => {
    fc.assert(
      fc.property(written, written, (one, other) => {
        expect(new RegExp(`^${phrase(one)}$`, 'u').test(other)).toBe(one === other)
        expect(new RegExp(`^${anyOf([one, 'x'])}$`, 'u').test(other)).toBe(one === other || other === 'x')
      }),
    )
  })

  it('match one of some characters', () => {
    const characters = fc.array(fc.constantFrom(...'[](){}^-\\ab'), { minLength: 1 })
    fc.assert(
      fc.property(characters, fc.constantFrom(...'[](){}^-\\abc'), (some, character) => {
        expect(new RegExp(`^${oneOf(some)}$`).test(character)).toBe(some.includes(character))
      }),
    )
  })

  it('match nothing where there is no phrase', () => expect(new RegExp(anyOf([])).test('')).toBe(false))
})

describe('PhraseEndings', () => {
  const PHRASES = ['name', 'name is', "i'm", 'd', 'c/', 'señor', '& co']
  const endings = new PhraseEndings(PHRASES)
  const slowly = new RegExp(`(?<![\\p{L}\\p{N}_])${anyOf(PHRASES)}$`, 'u')

  it('finds what a regular expression of the same phrases finds', () => {
    const text = fc
      .array(fc.constantFrom(...PHRASES, 'x', ' ', 'é', '1', '_', '.', "'"), { maxLength: 6 })
      .map((parts) => parts.join(''))
    fc.assert(
      fc.property(text, fc.nat(4), (before, behind) => {
        const end = Math.max(0, before.length - behind)
        expect(endings.endAt(before, end)).toBe(slowly.test(before.slice(0, end)))
      }),
      { numRuns: 500 },
    )
  })
})
