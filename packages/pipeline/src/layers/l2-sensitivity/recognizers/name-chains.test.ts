import fc from 'fast-check'
import { expect, it } from 'vitest'
import { nameChains } from './name-chains.ts'

it('finds the same chains beside marks of tokens as beside another sign beyond ASCII', () => {
  const sign = '\u2022'
  const part = fc.constantFrom(
    'Anna',
    'Ruiz',
    ' ',
    ' ',
    '. ',
    "d'",
    "qu'",
    '1',
    '_',
    "'",
    '-',
    'x',
    '\uFFFC\uFFFC',
    sign,
    'é',
  )
  fc.assert(
    fc.property(fc.array(part, { maxLength: 14 }), (parts) => {
      const text = parts.join('')
      const other = text.replaceAll('\uFFFC', sign)
      expect(nameChains(text, /^ (?:de|van) $/)).toEqual(nameChains(other, /^ (?:de|van) $/))
    }),
    { numRuns: 1_000 },
  )
})
