import fc from 'fast-check'
import { expect, it } from 'vitest'
import { splitAtTokens } from './split-at-tokens.ts'

const tokensOf = (text: string) => splitAtTokens(text).flatMap(({ part, isToken }) => (isToken ? [part] : []))

it.each([
  ['Pay CREDIT_CARD_BTE6KZYGVS now', ['CREDIT_CARD_BTE6KZYGVS']],
  ['PERSON_S07XJ4KW_A7RSD88N6F,', ['PERSON_S07XJ4KW_A7RSD88N6F']],
  ['CODENAME_FALCON_7H3K9Q2M5T/US_SSN_7H3K9Q2M5T', ['CODENAME_FALCON_7H3K9Q2M5T', 'US_SSN_7H3K9Q2M5T']],
  ['7H3K9Q2M5T alone, MAX_BODY_BYTES, person_s07xj4kw', []],
])('finds the tokens of %j', (text, tokens) => {
  expect(tokensOf(text)).toEqual(tokens)
})

it('loses nothing of any text', () => {
  const words = fc.oneof(fc.string(), fc.constantFrom('PERSON_', '_7H3K9Q2M5T', 'US_SSN_7H3K9Q2M5T', '__'))
  fc.assert(
    fc.property(fc.array(words), (parts) => {
      const text = parts.join('')
      expect(
        splitAtTokens(text)
          .map(({ part }) => part)
          .join(''),
      ).toBe(text)
    }),
  )
})
