import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalJson } from './canonical-json.ts'

const wellFormed = fc.jsonValue({ maxDepth: 6 }).map((value) => JSON.parse(JSON.stringify(value).toWellFormed()))

describe('canonicalJson', () => {
  it.each<[string, unknown, string]>([
    // The examples of RFC 8785, 3.2.2 to 3.2.4.
    [
      'RFC 8785, 3.2.2',
      {
        // biome-ignore lint/correctness/noPrecisionLoss: the RFC gives this number
        numbers: [333333333.33333329, 1e30, 4.5, 2e-3, 0.000000000000000000000000001],
        string: '\u20ac$\u000f\u000aA\'\u0042\u0022\u005c\\"/',
        literals: [null, true, false],
      },
      '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],' +
        '"string":"\u20ac$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
    ],
    [
      'RFC 8785, 3.2.3',
      { '\u20ac': 1, '\r': 2, '\ufb33': 3, '1': 4, '\u{1f600}': 5, '\u0080': 6, '\u00f6': 7 },
      '{"\\r":2,"1":4,"\u0080":6,"\u00f6":7,"\u20ac":1,"\u{1f600}":5,"\ufb33":3}',
    ],
    ['negative zero', [-0], '[0]'],
    ['what is undefined', { a: undefined, b: { c: undefined } }, '{"b":{}}'],
    ['empty', [[], {}, ''], '[[],{},""]'],
  ])('writes %s', (_name, value, expected) => {
    expect(canonicalJson(value)).toBe(expected)
  })

  it('gives one text for one value, that means the same', () => {
    fc.assert(
      fc.property(wellFormed, (value) => {
        const text = canonicalJson(value)
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)))
        expect(canonicalJson(JSON.parse(text))).toBe(text)
        expect(canonicalJson(reversed(value))).toBe(text)
      }),
    )
  })

  it.each([[Number.NaN], [[Number.POSITIVE_INFINITY]], ['\ud800'], [{ '\udc00': 1 }], [1n], [() => 1], [[undefined]]])(
    'refuses what JSON cannot hold',
    (value) => {
      expect(() => canonicalJson(value)).toThrow(TypeError)
    },
  )

  it('refuses what is nested too deep', () => {
    let value: unknown = 1
    for (let depth = 0; depth < 10_000; depth += 1) value = [value]
    expect(() => canonicalJson(value)).toThrow('nested deeper')
  })
})

/** The same value with the members of every object the other way round. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).toReversed()
  return Object.fromEntries(members.map(([name, member]) => [name, reversed(member)]))
}
