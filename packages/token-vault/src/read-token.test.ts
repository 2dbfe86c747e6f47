import { ENTITY_TYPES } from '@sluice/contracts'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createHoldBack, findWrittenTokens, MAX_HELD_LENGTH } from './hold-back.ts'
import { NAME_TAGS } from './name-tags.ts'
import { MAX_WRITTEN_LENGTH } from './read-token.ts'
import { alter, alteration } from './testing/altered-tokens.ts'
import { findTokens, ID_ALPHABET, isReplacement, TOKEN_PREFIXES } from './token.ts'

const NAME = 'PERSON_7H3K9Q2M5T'
const MAIL = 'EMAIL_ADDRESS_0123456789'
const FALCON = 'CODENAME_FALCON_7H3K9Q2M5T'
const ANNA = 'PERSON_K7QXM2RT_7H3K9Q2M5T'

const id = fc.string({ unit: fc.constantFrom(...ID_ALPHABET), minLength: 10, maxLength: 10 })
const replacement = fc.stringMatching(/^[A-Z][A-Z0-9]{1,15}$/).filter(isReplacement)
const anyToken = fc.oneof(
  fc.tuple(fc.constantFrom(...ENTITY_TYPES), id).map((parts) => parts.join('_')),
  fc
    .tuple(fc.constantFrom('CODENAME', 'CUSTOM'), replacement, id)
    .filter(([, each]) => !TOKEN_PREFIXES.has(`${each}_`))
    .map((parts) => parts.join('_')),
  fc.tuple(fc.stringMatching(new RegExp(`^${NAME_TAGS}$`)), id).map((parts) => ['PERSON', ...parts].join('_')),
)

/** Each token that is found, and what stands where it was. */
const found = (text: string) => findWrittenTokens(text).map(({ token, start, end }) => [token, text.slice(start, end)])

describe('findWrittenTokens', () => {
  it.each<[form: string, text: string, token: string, written: string]>([
    ['exact', `Dear ${NAME}, hello`, NAME, NAME],
    ['with glued letters', `x${NAME}s`, NAME, NAME],
    ['in small letters', 'Dear person_7h3k9q2m5t,', NAME, 'person_7h3k9q2m5t'],
    ['capitalised', 'Email_Address_0123456789', MAIL, 'Email_Address_0123456789'],
    ['in capitals of camels', 'myPerson_7h3k9q2m5t', NAME, 'Person_7h3k9q2m5t'],
    ['with spaces', 'Email address 0123456789.', MAIL, 'Email address 0123456789'],
    ['over two lines', '> PERSON_\n7H3K9Q2M5T', NAME, 'PERSON_\n7H3K9Q2M5T'],
    ['over two lines, indented', 'EMAIL_\r\n    ADDRESS_0123456789', MAIL, 'EMAIL_\r\n    ADDRESS_0123456789'],
    ['with hyphens', 'a codename-falcon-7h3k9q2m5t b', FALCON, 'codename-falcon-7h3k9q2m5t'],
    ['of a name, with spaces', 'Dear Person k7qxm2rt 7h3k9q2m5t,', ANNA, 'Person k7qxm2rt 7h3k9q2m5t'],
    ['of a name, over two lines', 'PERSON_K7QXM2RT_\n7H3K9Q2M5T', ANNA, 'PERSON_K7QXM2RT_\n7H3K9Q2M5T'],
    ['behind a beginning of tags', 'person k7 PERSON_7H3K9Q2M5T', NAME, NAME],
    ['with hyphens that do not break', 'PERSON\u20117H3K9Q2M5T', NAME, 'PERSON\u20117H3K9Q2M5T'],
    ['with Markdown escapes', 'EMAIL\\_ADDRESS\\_0123456789', MAIL, 'EMAIL\\_ADDRESS\\_0123456789'],
    ['with those in JSON', '"EMAIL\\\\_ADDRESS\\\\_0123456789"', MAIL, 'EMAIL\\\\_ADDRESS\\\\_0123456789'],
    ['with a line end in JSON', '"PERSON\\n7H3K9Q2M5T"', NAME, 'PERSON\\n7H3K9Q2M5T'],
    ['behind a line end in JSON', '"a\\nperson_7h3k9q2m5t"', NAME, 'person_7h3k9q2m5t'],
    ['with escapes of JSON', '"PERSON\\u005f7H3K9Q2M5T"', NAME, 'PERSON\\u005f7H3K9Q2M5T'],
    ['in code', '`PERSON_7H3K9Q2M5T`', NAME, NAME],
    ['in the possessive', `${NAME}'s, ${NAME.toLowerCase()}s`, NAME, NAME],
    ['with references of HTML', 'PERSON&#95;7H3K9Q2M5T', NAME, 'PERSON&#95;7H3K9Q2M5T'],
    ['with hexadecimal ones', 'P&#x45;RSON&lowbar;7H3K9Q2M5T', NAME, 'P&#x45;RSON&lowbar;7H3K9Q2M5T'],
    ['percent-encoded', 'q=PERSON%5F7H3K9Q2M5T&x', NAME, 'PERSON%5F7H3K9Q2M5T'],
    ['with zero-width characters', 'PER\u200bSON_7H3K\u00ad9Q2M5T', NAME, 'PER\u200bSON_7H3K\u00ad9Q2M5T'],
    ['full-width', 'ＰＥＲＳＯＮ＿７Ｈ３Ｋ９Ｑ２Ｍ５Ｔ', NAME, 'ＰＥＲＳＯＮ＿７Ｈ３Ｋ９Ｑ２Ｍ５Ｔ'],
    ['that sticks to what began as another', 'EMAIL_ADDRESS_00xxxxPERSON_7H3K9Q2M5T', NAME, NAME],
    ['behind a false start', 'person PERSON_7H3K9Q2M5T', NAME, NAME],
    ['behind the word for a codename', 'Codename PERSON_7H3K9Q2M5T', NAME, NAME],
    ['behind a beginning of a replacement', 'codename us PERSON_7H3K9Q2M5T', NAME, NAME],
  ])('finds a token %s', (_form, text, token, written) => {
    expect(found(text)[0]).toEqual([token, written])
  })

  it.each<[string, string]>([
    ['a letter too few', 'person_7h3k9q2m5'],
    ['a letter of no id', 'person_7h3k9q2mil'],
    ['no separator', 'person7h3k9q2m5t'],
    ['a separator within the id', 'PERSON_7H3K9-Q2M5T'],
    ['too much between', `PERSON${' '.repeat(17)}7H3K9Q2M5T`],
    ['a word around it', 'xperson_7h3k9q2m5t'],
    ['an escape of an escape', 'PERSON%255F7H3K9Q2M5T'],
    ['small letters and capitals in the id', 'PERSON_7h3k9q2m5T'],
    ['a mark within the id', 'PERSON_7H3K`9Q2M5T'],
    ['another escape of JSON', 'PERSON\\b7H3K9Q2M5T'],
    ['a letter that an escape has', '"\\nationality person_'],
    ['too long', Array.from('PERSON_7H3K9Q2M5T', (letter) => `${letter}${'\u200b'.repeat(9)}`).join('')],
    ['an unknown type', 'planet_7h3k9q2m5t'],
    ['a word in the place of tags', 'the person who understand'],
    ['half a tag', 'PERSON_K7QXM2_7H3K9Q2M5T'],
  ])('finds none with %s', (_name, text) => {
    expect(found(text)).toEqual([])
  })

  it('finds any token however it is altered, as one', () => {
    fc.assert(
      fc.property(anyToken, alteration, fc.constantFrom('', ' ', 'see: ', '**', '(', '\n'), (token, ways, lead) => {
        const written = alter(token, ways)
        fc.pre(written.length <= MAX_WRITTEN_LENGTH)
        const text = `${lead}${written}, and more`
        expect(found(text)).toEqual([[token, written]])
      }),
      { numRuns: 2_000 },
    )
  })

  it('finds every exact token that does not stick to letters before it', () => {
    const word = fc.constantFrom(
      'person',
      'codename',
      'Codename',
      'us',
      'email address',
      'x',
      'ABCDEFGHJK',
      'CODENAME',
      '7h3k9',
      '*',
      '_',
    )
    fc.assert(
      fc.property(fc.array(fc.oneof(word, anyToken), { maxLength: 12 }), (parts) => {
        const text = parts.join(' ')
        const all = findWrittenTokens(text)
        for (const span of findTokens(text)) expect(all).toContainEqual(span)
      }),
      { numRuns: 1_000 },
    )
  })

  it.each<[string, string | undefined, string | undefined]>([
    ['**PERSON_**7H3K9Q2M5T', undefined, '**'],
    ['PERSON_**7H3K9Q2M5T**', '**', undefined],
    ['PERSON**_**7H3K9Q2M5T', undefined, undefined],
    ['`PERSON`_7H3K9Q2M5T', undefined, '`'],
    [NAME, undefined, undefined],
  ])('keeps of %s the mark that stands alone within', (text, before, behind) => {
    expect(findWrittenTokens(text)).toEqual([
      {
        token: NAME,
        start: text.indexOf('P'),
        end: text.lastIndexOf('T') + 1,
        ...(before === undefined ? {} : { before }),
        ...(behind === undefined ? {} : { behind }),
      },
    ])
  })
})

describe('createHoldBack', () => {
  const piece = fc.oneof(
    fc.tuple(anyToken, alteration).map(([token, ways]) => alter(token, ways)),
    fc.tuple(anyToken, alteration, fc.nat(30)).map(([token, ways, at]) => alter(token, ways).slice(0, at)),
    fc.constantFrom(
      '*',
      '**',
      '`',
      '\\',
      '\\n',
      '%',
      '%5',
      '&#',
      '&',
      ' ',
      '\n',
      's',
      "'s",
      'codename ',
      'us ',
      '\u200b',
    ),
    fc.string({ unit: 'binary', maxLength: 4 }),
  )

  it('finds the same at any cuts, and holds back no more than it says', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 10 }), fc.array(fc.nat(), { maxLength: 60 }), (parts, cuts) => {
        const text = parts.join('')
        const bounds = [0, ...cuts.map((at) => at % (text.length + 1)).sort((a, b) => a - b), text.length]
        const holdBack = createHoldBack()
        let released = ''
        const tokens: unknown[] = []
        for (const [at, end] of bounds.slice(1).entries()) {
          const given = holdBack.push(text.slice(bounds[at], end))
          const from = released.length
          tokens.push(...given.tokens.map((each) => ({ ...each, start: from + each.start, end: from + each.end })))
          released += given.text
          expect(end - released.length).toBeLessThanOrEqual(MAX_HELD_LENGTH)
        }
        const rest = holdBack.flush()
        expect(rest.tokens).toEqual([])
        expect(released + rest.text).toBe(text)
        expect(tokens).toEqual(findWrittenTokens(text))
      }),
      { numRuns: 2_000 },
    )
  })

  it('holds back as little as docs/clients.md and decision 0058 say', () => {
    expect(MAX_HELD_LENGTH).toBe(143)
  })

  it.each([
    ['a word that a type begins with', 'our person', 'person'],
    ['nothing of a longer word', 'our persons', ''],
    ['nothing within a word', 'our salesperson', ''],
    ['a word and what begins as an id', 'a credit card sta', 'credit card sta'],
    ['nothing once a letter is no part of an id', 'a credit card is', ''],
    ['an unfinished escape', 'PERSON&#9', 'PERSON&#9'],
  ])('holds back %s', (_name, text, held) => {
    const holdBack = createHoldBack()
    expect(holdBack.push(text).text).toBe(text.slice(0, text.length - held.length))
    expect(holdBack.flush().text).toBe(held)
  })
})
