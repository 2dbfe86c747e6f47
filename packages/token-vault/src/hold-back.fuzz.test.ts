import { fuzz } from '@sluice/testkit/fuzz'
import * as fc from 'fast-check'
import { expect } from 'vitest'
import { createHoldBack, findWrittenTokens, MAX_HELD_LENGTH } from './hold-back.ts'
import { alter, alteration } from './testing/altered-tokens.ts'
import { ID_ALPHABET, TOKEN_PREFIXES } from './token.ts'

const prefix = fc.constantFrom(...TOKEN_PREFIXES)
const id = fc.string({ unit: fc.constantFrom(...ID_ALPHABET), minLength: 8, maxLength: 12 })
const piece = fc.oneof(
  fc.tuple(prefix, id).map((parts) => parts.join('')),
  fc.tuple(prefix, fc.nat(12)).map(([each, at]) => each.slice(0, at)),
  prefix.map((each) => each.toLowerCase()),
  fc.tuple(prefix, id, alteration).map(([type, rest, ways]) => alter(`${type}${rest}`, ways)),
  fc.constantFrom('_', '__', 'P', 'PER', 'PERSON', 'US_', 'I', 'L', 'O', 'U', '0', ' ', '\n', '\ud83d', '\ude00', 'é'),
  fc.string({ unit: 'binary', maxLength: 5 }),
)
const pieces = fc.array(piece, { maxLength: 30 })

fuzz('hold-back', {
  'finds the tokens of the whole text at any cuts, and holds no more than it may': {
    property: fc.property(pieces, fc.array(fc.nat(), { maxLength: 40 }), (parts, cuts) => {
      const text = parts.join('')
      const bounds = [0, ...cuts.map((at) => at % (text.length + 1)).sort((a, b) => a - b), text.length]
      const holdBack = createHoldBack()
      let released = ''
      const tokens: string[] = []
      const take = (given: ReturnType<typeof holdBack.push>) => {
        for (const { token, start, end } of given.tokens) {
          tokens.push(`${released.length + start} ${released.length + end} ${token}`)
        }
        released += given.text
      }
      bounds.slice(1).forEach((end, at) => {
        take(holdBack.push(text.slice(bounds[at], end)))
        expect(end - released.length).toBeLessThanOrEqual(MAX_HELD_LENGTH)
      })
      take(holdBack.flush())
      expect(released).toBe(text)
      expect(tokens).toEqual(findWrittenTokens(text).map(({ token, start, end }) => `${start} ${end} ${token}`))
    }),
    runs: 500,
  },
})
