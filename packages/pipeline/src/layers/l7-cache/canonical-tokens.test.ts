import { ENTITY_TYPES } from '@sluice/contracts'
import { findTokens, tagsOfToken } from '@sluice/token-vault'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { exchangeTokens, numberTokens, speaksOfTokens } from './canonical-tokens.ts'

const MARIA = 'PERSON_7H3K9Q2M5T'
const PETER = 'PERSON_AAAAABBBBB'
const [FULL, SHORT] = ['PERSON_K7QXM2RT_7H3K9Q2M5T', 'PERSON_M2RT_CCCCCDDDDD']
const MAIL = 'EMAIL_ADDRESS_CCCCCDDDDD'
const [FALCON, EAGLE] = ['CODENAME_FALCON_EEEEEFFFFF', 'CODENAME_EAGLE_EEEEEFFFFF']

describe('two requests', () => {
  it.each<[string, string, string]>([
    ['are about other people', `Mail ${MARIA} of ${MAIL}`, `Mail ${PETER} of EMAIL_ADDRESS_0000000000`],
    ['name two of them in another order', `${MARIA} or ${PETER}?`, `${PETER} or ${MARIA}?`],
    ['name one of them twice', `${MARIA} and ${MARIA}`, `${PETER} and ${PETER}`],
    ['name one in two forms', `${FULL} is ${SHORT}`, 'PERSON_B2CDT8YZ_AAAAABBBBB is PERSON_T8YZ_0000000000'],
  ])('have one text where they %s', (_what, one, other) => {
    expect(numberTokens(one).text).toBe(numberTokens(other).text)
  })

  it.each<[string, string, string]>([
    ['one person is another of two', `${MARIA} and ${MARIA}`, `${MARIA} and ${PETER}`],
    ['one names another person of that name', `${FULL} is ${SHORT}`, `${FULL} is PERSON_B2CD_EEEEEFFFFF`],
    ['one names a person without a tag', `Ask ${MARIA}`, `Ask ${SHORT}`],
    ['a type is another one', `Ask ${MARIA}`, `Ask ${MAIL}`],
    ['a replacement is another one', `Ask ${FALCON}`, `Ask ${EAGLE}`],
    ['the first of two comes again in place of the second', `${MARIA} ${PETER} ${MARIA}`, `${MARIA} ${PETER} ${PETER}`],
    ['one has the text of a number', `Ask ${MARIA}`, 'Ask PERSON_0'],
    ['one has it in JSON', JSON.stringify(`Ask ${MARIA}`), JSON.stringify('Ask \u0001PERSON_0\u0001')],
    ['a word differs', `Ask ${MARIA}`, `Tell ${MARIA}`],
  ])('have two where %s', (_what, one, other) => {
    expect(numberTokens(one).text).not.toBe(numberTokens(other).text)
  })
})

const token = fc
  .tuple(
    fc.constantFrom(...ENTITY_TYPES),
    fc.string({ unit: fc.constantFrom(...'ABCDEFGHJKMNPQ'), minLength: 10, maxLength: 10 }),
  )
  .map(([entity, id]) => `${entity}_${id}`)
const words = fc
  .array(fc.oneof(fc.constantFrom('and', 'or', '\u0001', '"', '0'), token), { maxLength: 20 })
  .map((all) => all.join(' '))

it('an answer has the tokens of the other request, and nothing else of it changes', () => {
  fc.assert(
    fc.property(words, words, (one, other) => {
      const [from, to] = [numberTokens(JSON.stringify(one)), numberTokens(JSON.stringify(other))]
      const exchanged = exchangeTokens(one, from.tokens, to.tokens)
      if (from.tokens.length !== to.tokens.length) {
        expect(exchanged).toBeUndefined()
        return
      }
      expect(findTokens(exchanged ?? '').every(({ token }) => to.tokens.includes(token))).toBe(true)
      expect(exchanged === undefined ? one : exchangeTokens(exchanged, to.tokens, from.tokens)).toBe(one)
      if (from.text === to.text) expect(exchanged).toBe(other)
    }),
  )
})

it('an answer with another token is not given', () => {
  expect(exchangeTokens(`Dear ${PETER}`, [MARIA], [MAIL])).toBeUndefined()
})

describe('an answer', () => {
  it.each([
    `The code of ${MARIA} begins with 7H3K9.`,
    'It ends in K9Q2M5T',
    'Spelled: 7-H-3-K-9-Q-2',
    'In small letters: person_7h3k9q2m5t',
    'Backwards: T5M2Q9K3H7',
    'Both have M2RT in their names',
    'TR2M backwards',
  ])('that spells a token is about that one: %s', (text) => {
    expect(speaksOfTokens(text, [MAIL, MARIA, FULL])).toBe(true)
  })

  it.each([`Dear ${MARIA}, thank you.`, 'Call 0800 7239.', '', `${MARIA}${MARIA}`, `${FULL} or ${SHORT}`])(
    'does not spell one: %s',
    (text) => {
      expect(speaksOfTokens(text, [MAIL, MARIA, FULL])).toBe(false)
    },
  )
})

/** By its words: every five letters in a row, and every four, are looked up. */
function speaksByStrings(text: string, tokens: readonly string[]): boolean {
  let rest = text
  for (const { token } of findTokens(text)) rest = rest.replace(token, ' ')
  const letters = rest.toUpperCase().replace(/[^A-Z0-9]+/g, '')
  const isSpelled = (part: string) => letters.includes(part) || letters.includes([...part].reverse().join(''))
  return tokens.some((token) => {
    const id = token.slice(-10)
    const parts = Array.from({ length: 6 }, (_, at) => id.slice(at, at + 5))
    return parts.some(isSpelled) || tagsOfToken(token).some(isSpelled)
  })
}

it('the letters of tokens are found in any text as looking for each part of them finds them', () => {
  const parts = [
    'M2RT',
    'K7QX',
    '7H3K9',
    'Q2M5T',
    'TR2M',
    'cccccd',
    'DDDDD',
    'straße',
    'ſ',
    ' ',
    '-',
    '7',
    'k',
    MARIA,
    FULL,
  ]
  const texts = fc.array(fc.constantFrom(...parts), { maxLength: 12 }).map((all) => all.join(''))
  fc.assert(
    fc.property(texts, fc.subarray([MAIL, MARIA, FULL, PETER]), (text, tokens) => {
      expect(speaksOfTokens(text, tokens)).toBe(speaksByStrings(text, tokens))
    }),
    { numRuns: 2_000 },
  )
})
