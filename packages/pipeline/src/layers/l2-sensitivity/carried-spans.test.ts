import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compileCodenames } from '../../ports/codename-registry.ts'
import { createCodenameRecognizer } from './recognizers/codename.ts'
import { RULES, scanSlice } from './scan-text.ts'

const RECOGNIZERS = [createCodenameRecognizer(compileCodenames([{ term: 'Nightfall', level: 7 }])), ...RULES]
const find = (text: string) =>
  scanSlice(text, { kind: 'prose' }, RECOGNIZERS).map(({ entity, start, end }) => [entity, text.slice(start, end)])

const hex = (sign: string) => sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')

/** Ways to write one character of ASCII. */
const CARRIERS: readonly ((sign: string) => string)[] = [
  (sign) => sign,
  (sign) => `&#${sign.charCodeAt(0)};`,
  (sign) => `%${hex(sign)}`,
  (sign) => `=${hex(sign)}`,
  (sign) => `\\u00${hex(sign)}`,
  (sign) => String.fromCodePoint(0xe0000 + sign.charCodeAt(0)),
  (sign) => String.fromCharCode(0xfee0 + sign.charCodeAt(0)),
  (sign) => `${sign}\u200B`,
  (sign) => `<b>${sign}</b>`,
  (sign) => `[${sign}](/x)`,
  (sign) => `${sign}=\r\n`,
]

describe('a value that something carries', () => {
  it.each([
    ['<b>4111</b> 1111 1111 1111 now', 'CREDIT_CARD', '4111</b> 1111 1111 1111'],
    ['see **An**na Schmidt**.**', 'PERSON', 'An**na Schmidt'],
    ['[An](http://x.example)na Schmidt', 'PERSON', 'An](http://x.example)na Schmidt'],
    [
      'my phone number is four one five, five five five zero one three two',
      'PHONE_NUMBER',
      'four one five, five five five zero one three two',
    ],
    ['about n i g h t f a l l today', 'CODENAME', 'n i g h t f a l l'],
    ['<i>4111 1111 1111 11</i>11 <i>now</i>', 'CREDIT_CARD', '4111 1111 1111 11</i>11'],
    ['anna=40example=\n.com', 'EMAIL_ADDRESS', 'anna=40example=\n.com'],
  ])('is found where it stands: %j', (text, entity, value) => expect(find(text)).toContainEqual([entity, value]))

  it.each([
    'four one five, five five five zero one three three',
    'The cells are <td>4111</td><td>1111 1111 1111</td>.',
    'n i g h t s',
  ])('is not found in %j', (text) => expect(find(text)).toEqual([]))

  it.each([
    ['CREDIT_CARD', '4111111111111111'],
    ['EMAIL_ADDRESS', 'anna.keller@example.com'],
    ['IBAN_CODE', 'DE89370400440532013000'],
  ])('is found whatever carries each of its characters: %s', (entity, value) => {
    const carriers = fc.array(fc.constantFrom(...CARRIERS), { minLength: value.length, maxLength: value.length })
    fc.assert(
      fc.property(carriers, (chosen) => {
        const written = Array.from(value, (sign, at) => chosen[at]?.(sign) ?? sign).join('')
        const text = `It is ${written} of hers.`
        const found = scanSlice(text, { kind: 'prose' }, RULES).find((span) => span.entity === entity)
        expect(found).toBeDefined()
        // At most the marks around it are left.
        const before = text.slice(0, found?.start).slice('It is '.length)
        expect(before.replaceAll(/<b>|\[|\u200B/g, '')).toBe('')
        expect(text.slice(found?.end)).toMatch(/^(?:<\/b>|\]\(\/x\)|=\r\n|\u200B)* of hers\.$/)
      }),
      { numRuns: 300 },
    )
  })

  it('and whatever else is found are disjoint, in order, and lie in the text', () => {
    const piece = fc.constantFrom(
      ...[
        '4111 1111 1111 1111',
        'Anna Schmidt',
        'an',
        '**',
        '<b>',
        '</b>',
        '[',
        '](/x)',
        '=40',
        '=\n',
        '`',
        '_',
        ' ',
        '\n',
      ],
      ...[
        'anna@example.com',
        'one two three four five six seven ',
        'n i g h t f a l l',
        '&#52;',
        '\u200B',
        '王小明先生',
        '>',
        '(',
      ],
      String.fromCodePoint(0xe0034, 0xe0031),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const text = pieces.join('')
        let covered = 0
        for (const { start, end } of scanSlice(text, { kind: 'prose' }, RECOGNIZERS)) {
          expect(start).toBeGreaterThanOrEqual(covered)
          expect(end).toBeGreaterThan(start)
          covered = end
        }
        expect(covered).toBeLessThanOrEqual(text.length)
      }),
      { numRuns: 500 },
    )
  })
})
