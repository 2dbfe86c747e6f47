import { createSecretKey } from 'node:crypto'
import { ENTITY_TYPES } from '@sluice/contracts'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  deriveToken,
  entityOfToken,
  findTokens,
  ID_ALPHABET,
  isMintable,
  isReplacement,
  MAX_TOKEN_LENGTH,
  TOKEN_PATTERN,
} from './token.ts'

const key = createSecretKey(new Uint8Array(32).fill(1))
const other = createSecretKey(new Uint8Array(32).fill(2))
const whole = new RegExp(`^${TOKEN_PATTERN}$`)
const anyToken = fc
  .tuple(
    fc.constantFrom(...ENTITY_TYPES),
    fc.string({ unit: fc.constantFrom(...ID_ALPHABET), minLength: 10, maxLength: 10 }),
  )
  .map(([entity, id]) => `${entity}_${id}`)

describe('deriveToken', () => {
  it('gives a token of the grammar for any value of any type', () => {
    fc.assert(
      fc.property(fc.constantFrom(...ENTITY_TYPES), fc.string({ unit: 'binary' }), (entity, value) => {
        const token = deriveToken(key, entity, value)
        expect(token).toMatch(whole)
        expect(entityOfToken(token)).toBe(entity)
        expect(token.length).toBeLessThanOrEqual(MAX_TOKEN_LENGTH)
        expect(deriveToken(key, entity, value)).toBe(token)
      }),
    )
  })

  it.each(['CODENAME', 'CUSTOM'] as const)('gives %s with a replacement tokens of the grammar', (type) => {
    const replacement = fc.stringMatching(/^[A-Z][A-Z0-9]{1,15}$/).filter(isReplacement)
    fc.assert(
      fc.property(replacement, fc.string(), (prefix, value) => {
        const token = deriveToken(key, type, value, prefix)
        expect(token.startsWith(`${type}_${prefix}_`)).toBe(true)
        expect(findTokens(`x${token}s`).map((span) => span.token)).toEqual([token])
        expect(entityOfToken(token)).toBe(type)
        expect(token.length).toBeLessThanOrEqual(MAX_TOKEN_LENGTH)
        expect(token).not.toBe(deriveToken(key, type, value))
      }),
    )
  })

  it.each(['f', 'F', 'falcon', '9LIVES', 'FAL_CON', 'A'.repeat(17), 'ABCDEFGHJK', 'ABCDEFGHJKM', ''])(
    'takes no replacement %j',
    (text) => {
      expect(isReplacement(text)).toBe(false)
      expect(() => deriveToken(key, 'CODENAME', 'Alice', text)).toThrow('cannot begin so')
    },
  )

  it('takes a replacement for codenames and own types only', () => {
    expect(() => deriveToken(key, 'PERSON', 'Alice', 'FALCON')).toThrow('cannot begin so')
  })

  it('differs by session key, type and spelling', () => {
    const tokens = [
      deriveToken(key, 'PERSON', 'Alice'),
      deriveToken(other, 'PERSON', 'Alice'),
      deriveToken(key, 'PERSON', 'alice'),
      deriveToken(key, 'PERSON', '\ud800'),
      deriveToken(key, 'PERSON', '\ud801'),
      deriveToken(key, 'CODENAME', 'Alice'),
    ]
    expect(new Set(tokens).size).toBe(tokens.length)
  })

  it('is stable over releases, because running sessions keep their tokens', () => {
    expect(deriveToken(key, 'EMAIL_ADDRESS', 'alice@example.com')).toMatchInlineSnapshot(`"EMAIL_ADDRESS_NCB2S8ZAP4"`)
  })
})

describe('isMintable', () => {
  // Found by search: the first ten letters of its digest are digits.
  it('is true of every token, of one whose digest begins with digits too', () => {
    const token = deriveToken(key, 'PHONE_NUMBER', 'value 24199')
    expect(token).toMatchInlineSnapshot(`"PHONE_NUMBER_JA89HSHGR8"`)
    for (const value of ['Alice', 'Bob', 'value 24199']) {
      const text = deriveToken(key, 'PERSON', value)
      expect(findTokens(text).map((span) => isMintable(text, span))).toEqual([true])
    }
  })

  it.each([
    ['PERSON_7H3K9Q2M5T', true],
    ['PERSON_7H3K9Q2M5Ts', true],
    ['PERSON_7H3K9Q2M5TUS_SSN_536107704X', true],
    ['CREDIT_CARD_4111111111', false],
    ['CREDIT_CARD_411111111A1', false],
    ['CREDIT_CARD_4111111111111111', false],
  ])('of %s is %s', (text, mintable) => {
    const [span] = findTokens(text)
    expect(span !== undefined && isMintable(text, span)).toBe(mintable)
  })
})

describe('findTokens', () => {
  it.each<[string, string, readonly string[]]>([
    ['in prose', 'Dear PERSON_7H3K9Q2M5T, hello', ['PERSON_7H3K9Q2M5T']],
    ['with a replacement', 'x CODENAME_FALCON_7H3K9Q2M5T', ['CODENAME_FALCON_7H3K9Q2M5T']],
    ['before what only looks like one', 'CODENAME_7H3K9Q2M5T_7H3K9Q2M5T', ['CODENAME_7H3K9Q2M5T']],
    ['before letters', 'CODENAME_ABCDEFGHJK_7H3K9Q2M5T', ['CODENAME_ABCDEFGHJK']],
    ['with a replacement of another type', 'PERSON_FALCON_7H3K9Q2M5T', []],
    ['with glued letters', 'xPERSON_7H3K9Q2M5Ts', ['PERSON_7H3K9Q2M5T']],
    ['side by side', 'US_SSN_0000000000US_SSN_1111111111', ['US_SSN_0000000000', 'US_SSN_1111111111']],
    ['in a URL', 'https://x/?q=EMAIL_ADDRESS_7H3K9Q2M5T&x=1', ['EMAIL_ADDRESS_7H3K9Q2M5T']],
    ['behind a false start', 'PERSON_PERSON_7H3K9Q2M5T', ['PERSON_7H3K9Q2M5T']],
    ['not with an id too short', 'PERSON_7H3K9Q2M5 ', []],
    ['not with a letter that the alphabet lacks', 'PERSON_7H3K9Q2M5I', []],
    ['not in small letters', 'person_7h3k9q2m5t', []],
    ['not of an unknown type', 'PLANET_7H3K9Q2M5T', []],
  ])('finds tokens %s', (_name, text, expected) => {
    expect(findTokens(text).map(({ token }) => token)).toEqual(expected)
    for (const { token, start, end } of findTokens(text)) expect(text.slice(start, end)).toBe(token)
  })

  it('finds what the pattern finds, whatever stands around', () => {
    const pieces = [
      '_',
      'PERSON_',
      'CODENAME_',
      'FALCON_',
      'K7QXM2RT_',
      'CUSTOM',
      '7H3K9Q2M5T',
      '_7H3K9Q2M',
      'I',
      'é',
      ' ',
    ]
    const part = fc.oneof(
      anyToken,
      fc.constantFrom(...pieces),
      fc.string({ unit: fc.constantFrom(...ID_ALPHABET, '_') }),
    )
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
        const text = parts.join('')
        const all = [...text.matchAll(new RegExp(TOKEN_PATTERN, 'g'))]
        expect(findTokens(text).map(({ token, start }) => [token, start])).toEqual(all.map((m) => [m[0], m.index]))
      }),
      { numRuns: 2_000 },
    )
  })

  it('survives JSON, URLs and identifiers unescaped', () => {
    fc.assert(
      fc.property(anyToken, (token) => {
        expect(JSON.stringify(token)).toBe(`"${token}"`)
        expect(encodeURIComponent(token)).toBe(token)
        // Function names of the OpenAI wire: at most 64 of [a-zA-Z0-9_-].
        expect(token).toMatch(/^[a-zA-Z0-9_-]{1,64}$/)
      }),
    )
  })

  it('has no token that holds another one, which the hold-back relies on', () => {
    for (const entity of ENTITY_TYPES) expect(entity).not.toMatch(/_[0-9A-HJKMNP-TV-Z]{10}/)
  })
})
