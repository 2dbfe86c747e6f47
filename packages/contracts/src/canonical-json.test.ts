import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalJson } from './canonical-json.ts'

describe('canonicalJson', () => {
  it.each<[string, unknown, string]>([
    ['sorts members at every level', { b: [{ d: 1, c: 2 }], a: null }, '{"a":null,"b":[{"c":2,"d":1}]}'],
    ['leaves undefined members out', { a: undefined, b: 1 }, '{"b":1}'],
    // RFC 8785, 3.2.2.3.
    ['writes numbers as ECMAScript does', [333333333.3333333, 1e30, 4.5, 2e-3], '[333333333.3333333,1e+30,4.5,0.002]'],
    // RFC 8785, 3.2.3: sorted by UTF-16 code units, not by code points.
    ['sorts by code units', { '\ufb33': 1, '\u{1f600}': 2, '1': 3 }, '{"1":3,"\u{1f600}":2,"\ufb33":1}'],
  ])('%s', (_name, value, expected) => {
    expect(canonicalJson(value)).toBe(expected)
  })

  it('gives one text for one value, whatever the order of its members', () => {
    const shuffled = fc.dictionary(fc.string(), fc.jsonValue()).chain((record) =>
      fc.shuffledSubarray(Object.entries(record), { minLength: Object.keys(record).length }).map((entries) => ({
        record,
        other: Object.fromEntries(entries),
      })),
    )
    fc.assert(
      fc.property(shuffled, ({ record, other }) => {
        expect(canonicalJson(other)).toBe(canonicalJson(record))
        expect(JSON.parse(canonicalJson(record))).toEqual(JSON.parse(JSON.stringify(record)))
      }),
    )
  })
})
