import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compileCodenames } from '../../ports/codename-registry.ts'
import { BRANDS } from './recognizers/brands.ts'
import { createCodenameRecognizer } from './recognizers/codename.ts'
import { RULES, scanSlice } from './scan-text.ts'

/** As the recognizers are, but given every text. */
const UNGATED = RULES.map((recognizer) => ({ ...recognizer, fewestDigits: 0 }))

const VALUES = [
  '4111 1111 1111 1111',
  'card 6304 0000 0000',
  'DE89 3704 0044 0532 0130 00',
  'MT84MALT011000012345MTLCAST001S',
  'NO93 8601 1117 947',
  'BE68 5390 0754 7034',
  '536-10-7704',
  'SSN 536107704',
  '+1 415 555 0132',
  'call 5550132',
  '10.20.30.40',
  'fd00:db8::7',
  'fe80::a',
  'alice@example.com',
  'Zoë.Müller@exämple.org',
  'x@[192.0.2.1]',
  'alice [at] example [dot] com',
  'alice at example dot com',
  'alice%40example.com',
  '203[.]0[.]113[.]7',
  'name,ssn\nZanele Khumalo,536107704',
  '{"phoneNumber":"4155552671","cardNumber":"122000000000003"}',
  'Mr. Alice Smith-O\u2019Neil',
  'EMAIL_ADDRESS_7H3K9Q2M5T',
  '\uff14\uff11\uff11\uff11 1111 1111 1111',
  '１９２.0.2.1',
]
const text = fc
  .array(
    fc.oneof(
      fc.constantFrom(...VALUES),
      fc.constantFrom(' ', ', ', '\n', '_', '-', '.', ':', '@', 'é', '\u200b'),
      fc.stringMatching(/^[\d .-]{0,8}$/),
      fc.string({ maxLength: 8 }),
      fc.string({ unit: 'binary', maxLength: 4 }),
    ),
    { maxLength: 10 },
  )
  .map((parts) => parts.join(''))

describe('the count of digits', () => {
  it.each(VALUES)('keeps no recognizer from %j', (value) => {
    for (const kind of ['prose', 'identifier', 'structured'] as const) {
      expect(scanSlice(value, { kind }, RULES)).toEqual(scanSlice(value, { kind }, UNGATED))
    }
  })

  it('keeps no recognizer from what it would find', () => {
    fc.assert(
      fc.property(text, fc.constantFrom('prose', 'identifier', 'structured'), (written, kind) => {
        expect(scanSlice(written, { kind }, RULES)).toEqual(scanSlice(written, { kind }, UNGATED))
      }),
      { numRuns: 400 },
    )
  })

  it('is asked for no further than digits are counted', () => {
    for (const { fewestDigits } of RULES) expect(fewestDigits).toBeLessThanOrEqual(12)
  })
})

describe('the short way through ASCII', () => {
  const words = ['Blue', 'Heron', 'BlueHeron', 'blueheron', 'NIGHTFALL', 'Nightfall2', 'x42', 'lookup_nightfall_status']
  const parts = fc.array(fc.oneof(fc.constantFrom(...words, ' ', '-', '_', '. '), fc.string({ maxLength: 5 })))

  it('finds the codenames that the long way finds', async () => {
    const terms = ['Blue Heron', 'Nightfall', 'X 42'].map((term) => ({ term, level: 7 as const }))
    const codename = createCodenameRecognizer(compileCodenames(terms))
    fc.assert(
      fc.property(parts, (written) => {
        const ascii = written.join('')
        const found = codename.find(ascii, { label: '' })
        // A letter beyond ASCII behind it, too far off to belong to any term.
        expect(codename.find(`${ascii} .... é`, { label: '' })).toEqual(found)
      }),
      { numRuns: 400 },
    )
  })

  it('finds the addresses that the long way finds', () => {
    const addresses = fc.array(fc.constantFrom('@', '.', 'a', 'Bc', '9', '_', '+', "'", '-', '%', '&', ' ', '!', 'com'))
    fc.assert(
      fc.property(addresses, (written) => {
        const ascii = written.join('')
        const wide = ascii.replace(/[aB]/g, (letter) => (letter === 'a' ? 'ä' : 'Ö'))
        const places = (value: string) =>
          RULES.filter(({ entities }) => entities.includes('EMAIL_ADDRESS'))
            .flatMap(({ find }) => find(value, { label: '' }))
            .map(({ start, end }) => [start, end])
        expect(places(wide)).toEqual(places(ascii))
      }),
      { numRuns: 400 },
    )
  })
})

describe('the look for how a brand begins', () => {
  it.each([...BRANDS])('finds %s', (brand) => {
    const written = brand.replace(/\b[a-z]/g, (letter) => letter.toUpperCase())
    const person = RULES.filter(({ entities }) => entities.includes('PERSON'))
    for (const text of [written, written.replaceAll(' ', '-')]) {
      expect(scanSlice(`they bought ${text} today`, { kind: 'prose' }, person)).toEqual([])
    }
  })
})
