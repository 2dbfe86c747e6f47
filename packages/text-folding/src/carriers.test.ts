import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { foldForValues, foldThroughCarriers } from './index.ts'

const read = (text: string) => foldThroughCarriers(text, foldForValues(text))
const inTags = (text: string) => Array.from(text, (sign) => String.fromCodePoint(0xe0000 + sign.charCodeAt(0))).join('')
const inSelectors = (text: string) =>
  Array.from(Buffer.from(text), (octet) =>
    String.fromCodePoint(octet < 16 ? 0xfe00 + octet : 0xe0100 + octet - 16),
  ).join('')
const inBits = (text: string, zero: string, one: string) =>
  Array.from(Buffer.from(text), (octet) =>
    octet.toString(2).padStart(8, '0').replaceAll('0', zero).replaceAll('1', one),
  ).join('')

describe('what carries a value', () => {
  it.each([
    ['a tag', '<b>4111</b> 1111', '4111 1111'],
    ['a tag with attributes', 'An<span class="x">na</span>', 'Anna'],
    ['a comment', 'An<!-- x -->na', 'Anna'],
    ['strong emphasis', '**An**na', 'Anna'],
    ['emphasis', '*An*na, `An`na', 'Anna, Anna'],
    ['a stroke', '41~~11~~', '4111'],
    ['emphasis within a number', '4111 **11**11', '4111 1111'],
    ['a link', '[An](https://x.example "title")na', 'Anna'],
    ['marks beside each other', '<b>**An**</b>na', 'Anna'],
    ['octets of quoted-printable', 'anna=40x J=C3=BCrgen', 'anna@x Jürgen'],
    ['a soft line break', '4111 1111=\r\n 1111=  \n1111', '4111 1111 11111111'],
    ['tags of Unicode', `a${inTags('bc 1')}`, 'abc 1'],
    ['variation selectors', `a${inSelectors('bé 1')}`, 'abé 1'],
    ['zero-width bits', `a${inBits('bcd', '\u200B', '\u200C')}`, 'abcd'],
    ['zero-width bits, the other way', `a${inBits('bé', '\u200D', '\u2060')}!`, 'abé!'],
    ['digits in English', 'call four one five, five five five zero one', 'call 41555501'],
    ['digits in German', 'Null eins sieben null eins zwei fünf', '0170125'],
    ['digits in Spanish', 'seis uno dos tres cuatro cinco nueve', '6123459'],
    ['digits in French', 'zéro six un deux trois quatre cinq', '0612345'],
    ['letters apart', 'about n i g h t f a l l, N-I-G-H-T', 'about nightfall, NIGHT'],
    ['an escaped tag', '&lt;b&gt;41&lt;/b&gt;11', '4111'],
  ])('is read through: %s', (_, written, plain) => expect(read(written)?.text).toBe(plain))

  it.each([
    ['plain text', 'Anna Schmidt, 4111'],
    ['emphasis around words', '**Anna** Schmidt and <b>Bob</b> Miller'],
    ['tags that part cells and lines', '<td>41</td><td>11</td> 41<br>11'],
    ['products', '3*4*5'],
    ['names of code', 'a_b_c snake_case __init__ x = y'],
    ['comparisons', '1 < 2 > 1'],
    ['query strings', '?a=4&b=zz'],
    ['octets that are no text', '=FF=FE'],
    ['a flag', '🏴 and ❤️'],
    ['few words for digits', 'one two three four five six'],
    ['ordinals', 'sixteen seventeen eighteen nineteen seventeen sixteen sixteen'],
    ['few letters apart', 'a b c and i. e. x'],
    ['letters of an abbreviation and a word', 'the A B C a day'],
    ['few zero-width signs', 'a\u200B\u200Cb'],
  ])('is not seen in %s', (_, written) => expect(read(written)).toBeUndefined())

  const piece = fc.constantFrom(
    ...[
      'a',
      '4',
      ' ',
      '\n',
      '**',
      '_',
      '`',
      '<b>',
      '</b>',
      '<',
      '>',
      '[',
      '](/x)',
      '](',
      '=40',
      '=C3=BC',
      '=\n',
      '=C3',
    ],
    ...['one ', 'two ', 'un ', 'n ', 'o ', '-x', '&#52;', '%34', inTags('4'), inSelectors('4111 a'), '\u200B', 'é'],
    inBits('4111', '\u200B', '\u200C'),
  )

  it('leads back in order and within the text, and makes no text longer', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const written = pieces.join('')
        const through = read(written)
        if (through === undefined) return
        expect(through.text.length).toBeLessThanOrEqual(written.length)
        let before = 0
        for (let at = 0; at <= through.text.length; at += 1) {
          const original = through.toOriginal(at)
          expect(original).toBeGreaterThanOrEqual(before)
          expect(original).toBeLessThanOrEqual(written.length)
          before = original
        }
      }),
      { numRuns: 500 },
    )
  })
})
