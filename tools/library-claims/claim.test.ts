import { describe, expect, it } from 'vitest'
import { claimsOf } from './claim.ts'

const rule = (change: object) => claimsOf({ rules: [{ id: 'a', ...change }] })

describe('the claims of a rule', () => {
  it.each([
    ['a.b.c', { kind: 'call', path: 'a.b.c' }],
    ['new a.B', { kind: 'new', path: 'a.B' }],
    ['a.B#c', { kind: 'method', path: 'a.B', member: 'c' }],
    ['a.B#c=', { kind: 'property', path: 'a.B', member: 'c' }],
    ['@a.b.C', { kind: 'annotation', path: 'a.b.C' }],
    ['@scope/name.C#d', { kind: 'method', path: '@scope/name.C', member: 'd' }],
    ['tls.DEFAULT_CIPHERS=', { kind: 'ref', path: 'tls.DEFAULT_CIPHERS' }],
  ])('%s', (pattern, expected) => {
    expect(rule({ call: [pattern] })).toEqual([expect.objectContaining({ key: pattern, ...expected })])
  })

  it('are as many as its braces stand for', () => {
    expect(rule({ call: ['a.{B,C}#{d,e}'] }).map(({ key }) => key)).toEqual(['a.B#d', 'a.B#e', 'a.C#d', 'a.C#e'])
  })

  it('leave out what no library declares', () => {
    expect(rule({ call: ['settings().JWT.ALGORITHM', 'return.tls.ciphers', '.ps384'] })).toEqual([])
  })

  it('tell each argument that it takes something from', () => {
    const [claim] = rule({
      call: ['f'],
      algorithm: { arg: ['name', 1] },
      parameters: { keySize: { arg: 2 }, mode: 'GCM' },
      when: { arg: 'kind', isPassed: false },
      inherit: ['receiver', 0],
    })
    expect(claim?.arguments).toEqual([
      { use: 'algorithm', positions: ['name', 1] },
      { use: 'keySize', positions: [2] },
      { use: 'place', positions: [0] },
    ])
  })

  it('know no arguments of a name that is only mentioned', () => {
    expect(rule({ ref: ['a.B'], algorithm: { arg: 0 } })[0]?.arguments).toEqual([])
  })
})
