import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readDigitsAsLetters } from './digits-as-letters.ts'

/** Behind a text, it has all of its words read with Unicode's letters in mind, and is no word that is read itself. */
const BEYOND_ASCII = ' 1é'

describe('digits in the place of letters', () => {
  it.each([
    ['N1ghtfall', ['Nightfall', 'Nlghtfall']],
    ['the Nightf4ll plan', ['the Nightfall plan']],
    ['Nightf@ll', ['Nightfall']],
    ['ab1', []],
    ['88231 and 4a4b', []],
    [`x${'a'.repeat(47)}3`, []],
    ['Nächtf4ll', ['Nächtfall']],
    ['\uFFFCN3bula\uFFFC', ['\uFFFCNebula\uFFFC']],
  ])('of %j are read', (text, readings) => expect(readDigitsAsLetters(text)).toEqual(readings))

  it('are read the same in ASCII letters alone', () => {
    const part = fc.constantFrom(
      'Night',
      'f4ll',
      '1',
      '0',
      'x',
      '_',
      '-',
      ' ',
      '@',
      '!',
      '\uFFFC',
      'a'.repeat(23),
      '4111',
    )
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
        const text = parts.join('')
        const full = readDigitsAsLetters(text + BEYOND_ASCII)
        expect(readDigitsAsLetters(text)).toEqual(full.map((reading) => reading.slice(0, text.length)))
      }),
      { numRuns: 500 },
    )
  })
})
