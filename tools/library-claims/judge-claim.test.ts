import { describe, expect, it } from 'vitest'
import type { Claim } from './claim.ts'
import { judgeClaim } from './judge-claim.ts'
import type { Signature } from './surface.ts'

const claim = (...positions: (number | string)[]): Claim => ({
  ...{ key: 'f', kind: 'call', path: 'f', rule: 'a' },
  arguments: [{ use: 'algorithm', positions }],
})
const taking = (...names: string[]): Signature => ({ parameters: names.map((name) => ({ name })) })
const judge = (one: Claim, ...signatures: Signature[]) =>
  judgeClaim(one, { is: 'declared', signatures }, new Set()).arguments.map(({ is }) => is)

describe('an argument', () => {
  it.each([
    ['at a place that is there', claim(1), taking('a', 'b'), 'right'],
    ['at a place behind the last', claim(2), taking('a', 'b'), 'wrong'],
    ['at the last place of none', claim(-1), taking(), 'wrong'],
    ['at any place of a function that takes more', claim(7), { parameters: [], takesMore: true }, 'right'],
    ['by a name that is there', claim('b'), taking('a', 'b'), 'right'],
    ['by a name that is not', claim('c'), taking('a', 'b'), 'wrong'],
    ['by a name at its place', claim('b', 1), taking('a', 'b'), 'right'],
    ['by a name at the place of another', claim('ciphers', 4), taking('a', 'b', 'c', 'ciphers', 'e'), 'wrong'],
    ['by a name of another version, at a place that is there', claim('old', 1), taking('a', 'b'), 'right'],
    [
      'that is said to be a name and has the type of bytes',
      claim(0),
      { parameters: [{ type: 'const unsigned char *key' }] },
      'wrong',
    ],
  ] as const)('%s', (_, one, signature, expected) => {
    expect(judge(one, signature)).toEqual([expected])
  })

  it('is right where one of several signatures has it', () => {
    expect(judge(claim(1), taking('a'), taking('a', 'b'))).toEqual(['right'])
  })

  it('is untold where no signature is known', () => {
    expect(judge(claim(1))).toEqual(['untold'])
  })
})

describe('a name', () => {
  it('is missing where its module lacks it, and untold where only rules know its type', () => {
    const method: Claim = { key: 'a.B#c', kind: 'method', path: 'a.B', member: 'c', rule: 'a', arguments: [] }
    const look = { is: 'missing', isTypeMissing: true } as const
    expect(judgeClaim(method, look, new Set()).name).toBe('missing')
    expect(judgeClaim(method, look, new Set(['a.B'])).name).toBe('untold')
    expect(judgeClaim(method, { is: 'missing' }, new Set(['a.B'])).name).toBe('missing')
  })
})
