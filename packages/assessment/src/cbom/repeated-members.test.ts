import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hasRepeatedMembers } from './repeated-members.ts'

const inText = (text: string) => hasRepeatedMembers(text, JSON.parse(text))

describe('a JSON text', () => {
  it.each([
    ['{"a":1,"a":2}', true],
    ['[{"b":{"keySize":256,"keySize" : 128}}]', true],
    ['{"a":1,"\\u0061":2}', true],
    ['{"__proto__":1,"__proto__":2}', true],
    ['{"a":{"a":{"a":1}},"b":["a","a"]}', false],
    ['{"a":"\\"x\\": 1, \\"x\\": 2","b\\\\":1}', false],
    ['{"__proto__":{"a":1},"a":null}', false],
    ['"a"', false],
  ])('%s', (text, expected) => {
    expect(inText(text)).toBe(expected)
  })

  it('has no member twice as JSON.stringify writes it', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 5 }), fc.nat({ max: 4 }), (text, indent) => {
        expect(inText(JSON.stringify(JSON.parse(text), null, indent))).toBe(false)
      }),
    )
  })
})
