import { fuzz } from '@sluice/testkit/fuzz'
import { alter, alteration } from '@sluice/token-vault/testing'
import fc from 'fast-check'
import { expect } from 'vitest'
import { ADDRESS, CARD, CODE, MAIL, NAME, restoreContent } from './answer-for-tests.ts'

const piece = fc.oneof(
  fc.constantFrom(
    MAIL,
    CARD,
    NAME,
    ADDRESS,
    CODE,
    NAME.toLowerCase(),
    'PERSON_9999999999',
    'PERSON_',
    'CREDIT_CARD_11',
  ),
  fc.constantFrom(
    '{"a":"',
    '"',
    '\\"',
    '\\',
    '}',
    '[',
    ']',
    '{',
    ':',
    ',',
    ' ',
    '\n',
    '```json\n',
    '<',
    '&amp;',
    'P',
    '_',
  ),
  fc.string({ unit: 'binary', maxLength: 4 }),
)
const altered = fc
  .tuple(fc.constantFrom(MAIL, CARD, NAME, ADDRESS, CODE), alteration, fc.nat(80))
  .map(([token, ways, length]) => alter(token, ways).slice(0, 20 + length))
const alteredAnswer = fc.array(fc.oneof(piece, altered), { maxLength: 8 }).map((pieces) => pieces.join(''))
const answer = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''))
const VALUES: readonly (readonly [string, string])[] = [
  [MAIL, 'alice@example.com'],
  [CARD, '4111 1111 1111 1111'],
  [ADDRESS, '10.0.0.1'],
  [CODE, 'Falcon'],
]

fuzz('restored answer', {
  'is the same at any cuts': {
    property: fc.asyncProperty(alteredAnswer, fc.array(fc.nat(), { maxLength: 20 }), async (text, cuts) => {
      const bounds = [0, ...cuts.map((at) => at % (text.length + 1)).sort((a, b) => a - b), text.length]
      const pieces = bounds.slice(1).map((end, at) => text.slice(bounds[at], end))
      expect(await restoreContent(pieces)).toEqual(await restoreContent([text]))
    }),
  },
  'has the value in place of each token, and nothing else is changed': {
    property: fc.asyncProperty(answer, async (text) => {
      const plain = text.replaceAll(NAME, 'PERSON_').replaceAll(NAME.toLowerCase(), 'person_')
      const expected = VALUES.reduce((rest, [token, value]) => rest.replaceAll(token, value), plain)
      expect((await restoreContent([plain])) ?? '').toBe(expected)
    }),
  },
  'stays JSON where it was JSON': {
    property: fc.asyncProperty(fc.array(alteredAnswer, { maxLength: 4 }), fc.nat(), async (texts, at) => {
      const json = JSON.stringify(texts)
      const cut = at % (json.length + 1)
      const restored = JSON.parse(String(await restoreContent([json.slice(0, cut), json.slice(cut)])))
      expect(restored).toHaveLength(texts.length)
    }),
  },
})
