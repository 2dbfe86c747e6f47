import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createHoldBack, findWrittenTokens, MAX_HELD_LENGTH } from './hold-back.ts'
import { findTokens, TOKEN_PREFIXES } from './token.ts'

const FIVE_TOKENS = [
  'Dear PERSON_7H3K9Q2M5T, we wrote to EMAIL_ADDRESS_0123456789 (card CREDIT_CARD_ABCDEFGHJK)',
  ' from IP_ADDRESS_ZZZZZZZZZZ. Project CODENAME_VWXYZ01234!',
].join('')
// Ids that end in letters that tokens begin with, so that the end of one looks like the start of the next.
const GLUED =
  'PERSON_PERSON_7H3K9Q2M5PERSON_US_SSN_000000000CIBAN_CODE_111111111EP_PERSON_123456789P_CREDIT_CARD_ABCDEFGHJCREDIT'

/** Marks tokens, so that a test sees which were found as such. */
function mark(text: string, tokens: readonly { readonly start: number; readonly end: number }[]): string {
  let marked = ''
  let copied = 0
  for (const { start, end } of tokens) {
    marked += `${text.slice(copied, start)}<${text.slice(start, end)}>`
    copied = end
  }
  return marked + text.slice(copied)
}

function run(pieces: readonly string[]): string {
  const holdBack = createHoldBack()
  let result = ''
  let given = 0
  let released = 0
  for (const piece of pieces) {
    const { text, tokens } = holdBack.push(piece)
    given += piece.length
    released += text.length
    expect(given - released).toBeLessThanOrEqual(MAX_HELD_LENGTH)
    result += mark(text, tokens)
  }
  const { text, tokens } = holdBack.flush()
  return result + mark(text, tokens)
}

const cutAt = (text: string, ...cuts: readonly number[]): string[] =>
  [0, ...cuts].map((start, index) => text.slice(start, cuts[index] ?? text.length))

describe('createHoldBack', () => {
  it.each([FIVE_TOKENS, GLUED])('gives the same for every cut into two and into three: %s', (text) => {
    const whole = mark(text, findTokens(text))
    expect(findTokens(text)).toHaveLength(5)
    for (let first = 0; first <= text.length; first++) {
      expect(run(cutAt(text, first))).toBe(whole)
      for (let second = first; second <= text.length; second++) {
        const result = run(cutAt(text, first, second))
        if (result !== whole) expect.fail(`cut at ${first} and ${second}: ${result}`)
      }
    }
    expect(run([...text])).toBe(whole)
  })

  it('never cuts a token with a replacement', () => {
    const text =
      'CODENAME_FALCON_7H3K9Q2M5T, CODENAME_X9_0123456789s CODENAME_ABCDEFGHJK_7H3K9 CODENAME_CODENAME_AAAAAAAAAA CODENAME_ABCDEFGHJKM_7H3K9Q2M5T CODENAME_ABCDEFGHJKMNPQRSTV_7H3K9Q2M5T'
    const whole = mark(text, findTokens(text))
    expect(findTokens(text)).toHaveLength(6)
    for (let first = 0; first <= text.length; first++) expect(run(cutAt(text, first))).toBe(whole)
    expect(run([...text])).toBe(whole)
  })

  it('gives the same for any cutting of any text with pieces of tokens in it', () => {
    const piece = fc.oneof(
      fc.constantFrom('PERSON_7H3K9Q2M5T', 'US_SSN_', 'PERSON', 'CREDIT_CARD_12345', '_', 'P', 'é', '\u{1f600}', ' '),
      fc.constantFrom('CODENAME_FALCON_', 'CODENAME_F2', 'CODENAME_ABCDEFGHJK_ABC', 'CODENAME_FALCON_7H3K9Q2M5T'),
      fc.constantFrom(...TOKEN_PREFIXES).map((prefix) => `${prefix}ABCDE0123P`),
      fc.string({ maxLength: 5 }),
    )
    const pieces = fc.array(fc.tuple(piece, fc.nat({ max: 40 })), { maxLength: 30 })
    fc.assert(
      fc.property(pieces, (given) => {
        const text = given.map(([part]) => part).join('')
        const cuts = [...new Set(given.map(([, cut]) => Math.min(cut, text.length)))].sort((a, b) => a - b)
        expect(run(cutAt(text, ...cuts))).toBe(mark(text, findWrittenTokens(text)))
      }),
      { numRuns: 500 },
    )
  })

  it.each(['Hello', 'hello world. ', 'x1', 'É', 'QUARRY', 'A_Y', 'PERSONAX', 'PERSON_7H3K9Q2M5T', 'PERSON_é'])(
    'passes %j at once: nothing in it can become a token',
    (text) => {
      // `x1`, `QUARRY`: letters of the id alphabet that no token begins with.
      expect(createHoldBack().push(text).text).toBe(text)
    },
  )

  it.each<[string, string]>([
    ['see P', 'P'],
    ['see PERSON', 'PERSON'],
    ['see PERSON_', 'PERSON_'],
    ['see PERSON_7H3K9Q2M5', 'PERSON_7H3K9Q2M5'],
    ['PERSON_7H3PERSON_7H3', 'PERSON_7H3'],
    ['PERSON_7H3K9Q2M5TPHONE', 'PHONE'],
  ])('holds back of %j only %j', (text, held) => {
    const holdBack = createHoldBack()
    expect(holdBack.push(text).text).toBe(text.slice(0, text.length - held.length))
    expect(holdBack.flush()).toEqual({ text: held, tokens: [] })
    expect(holdBack.flush()).toEqual({ text: '', tokens: [] })
  })
})
