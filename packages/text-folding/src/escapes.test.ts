import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readEscapes } from './escapes.ts'
import { foldForValues, hasDoubtfulEscapes, readJsonValue } from './index.ts'

describe('readEscapes', () => {
  it.each([
    ['JSON', String.raw`J\u00fcrgen \u004D\u00FCller`, 'Jürgen Müller'],
    ['a surrogate pair', String.raw`\ud835\udc00lice`, '𝐀lice'],
    ['the short escapes of JSON', String.raw`a\nb\tc\"d\/e\rf\bg`, 'a\nb\tc"d/e\rf g'],
    [
      'JSON in JSON',
      String.raw`{\"name\":\"J\\u00fcrgen\",\"a\":\"{\\\"b\\\":1}\"}`,
      '{"name":"Jürgen","a":"{"b":1}"}',
    ],
    ['programs', String.raw`\x4d\u{fc}ller O\'Brien \U0001F600`, "Müller O'Brien 😀"],
    ['URLs', 'maria.keller%40example.com 4111%201111%2f M%C3%BCller', 'maria.keller@example.com 4111 1111/ Müller'],
    ['URLs in ISO 8859-1', 'M%FCller', 'Müller'],
    ['URLs in URLs', 'a%2540b%25252540c', 'a@b@c'],
    ['HTML', 'a&#64;b&#x40;c&commat;d&#064e M&uuml;ller&nbsp;&amp;', 'a@b@c@d@e Müller &'],
    ['HTML in HTML', 'a&amp;#64;b&amp;amp;uuml;', 'a@bü'],
    ['digits in HTML', '&#52;111&#x31;', '41111'],
    ['what is no escape as it is', String.raw`C:\users \u12 100% %zz &;  &nosuch; &#99999999; \q`, undefined],
    ['control characters as they are', String.raw`a%00b\u0000c&#0;`, undefined],
    ['the first octets of no character', 'a%E4%BC', 'aä%BC'],
  ])('reads %s', (_, written, read) => expect(readEscapes(written).text).toBe(read ?? written))

  it('leads back to the borders of each escape', () => {
    const written = String.raw`x\u00fcy%40z&#64;%C3%BC`
    const { text, toOriginal } = readEscapes(written)
    expect(text).toBe('xüy@z@ü')
    const places = Array.from({ length: text.length + 1 }, (_, at) => toOriginal(at))
    expect(places).toEqual([0, 1, 7, 8, 11, 12, 17, 23])
  })

  const pieces = fc.constantFrom(
    String.raw`\u00fc`,
    String.raw`\ud83d\ude00`,
    String.raw`\\\n`,
    '%40',
    '%C3%BC',
    '%25',
    '&#64;',
    '&amp;',
    '&uuml;',
    'a',
    '4',
    '\\',
    '%',
    '&',
    ' ',
    'é\u0301',
    '𝐀',
  )
  const text = fc.array(pieces, { maxLength: 40 }).map((parts) => parts.join(''))

  it('reads what JSON.stringify escapes in ASCII as it was before', () => {
    const json = fc.string({ unit: 'grapheme' }).filter((value) => !/[\\%&]|[^\P{Cc}\t\n\r]/u.test(value))
    fc.assert(
      fc.property(json, (value) => {
        const units = Array.from({ length: value.length }, (_, at) => value.charCodeAt(at))
        const escaped = units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('')
        expect(readEscapes(escaped).text).toBe(value)
      }),
    )
  })

  it('never leads back into an escape, nor out of order, and makes no text longer', () => {
    fc.assert(
      fc.property(text, (written) => {
        const folded = foldForValues(written)
        expect(folded.text.length).toBeLessThanOrEqual(written.length)
        const inside = new Set<number>()
        for (const match of written.matchAll(/\\u[0-9a-f]{4}|&#64;|&uuml;/g)) {
          for (let at = match.index + 1; at < match.index + match[0].length; at += 1) inside.add(at)
        }
        let before = 0
        for (let at = 0; at <= folded.text.length; at += 1) {
          const place = folded.toOriginal(at)
          expect(place).toBeGreaterThanOrEqual(before)
          expect(inside.has(place)).toBe(false)
          before = place
        }
        expect(before).toBe(written.length)
      }),
      { numRuns: 500 },
    )
  })
})

describe('hasDoubtfulEscapes', () => {
  it.each([
    [String.raw`C:\nightfall`, true],
    ['15%4111111111111111', true],
    [String.raw`a\n b\"c\u00fc`, false],
    ['you &amp; Dave', true],
    ['plain', false],
  ])('of %s is %s', (text, doubtful) => expect(hasDoubtfulEscapes(text)).toBe(doubtful))
})

describe('readJsonValue', () => {
  it.each([
    ['as a person reads it', String.raw`J\u00fcrgen`, 'Jürgen'],
    [
      'as written where it would need escapes again',
      String.raw`Robert \"Bob\" Smith`,
      String.raw`Robert \"Bob\" Smith`,
    ],
    ['as written with a line break', String.raw`4111\n1111`, String.raw`4111\n1111`],
    ['other encodings as written', 'a%40b', 'a%40b'],
  ])('%s', (_, written, read) => expect(readJsonValue(written)).toBe(read))
})
