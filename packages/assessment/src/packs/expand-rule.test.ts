import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { expandRule, faultOfCaptures } from './expand-rule.ts'
import { ruleFileSchema } from './rule-format.ts'
import { ruleSchema, type WrittenRule } from './rule-schema.ts'

function rule(parts: object): WrittenRule {
  return ruleSchema.parse({ id: 'a', ...parts })
}

describe('rules that capture a part of a name', () => {
  test('a rule without captures stands for itself', () => {
    const one = rule({ call: ['a.{b,c}', 'd'], algorithm: { arg: 0 }, parameters: { keySize: 128 }, returns: 'x' })
    expect(expandRule(one)).toEqual([one])
  })

  test('a rule for entries of maps has no names', () => {
    const one = rule({ entry: ['alg'], algorithm: { arg: 0 } })
    expect(expandRule(one)).toEqual([one])
  })

  test('each choice is a rule of its own, whose values are what the choice is or stands for', () => {
    const expanded = expandRule(
      rule({
        call: ['{p256|k256 as curve}.Key.{new,read}', '{p256|k256 as curve}.make'],
        ref: ['{p256|k256 as curve}.KEY'],
        algorithm: 'ECDSA',
        parameters: { curve: { capture: 'curve', map: { p256: 'P-256', k256: 'secp256k1' } }, hash: { arg: 1 } },
        returns: '{curve}.Key',
      }),
    )
    expect(expanded).toEqual([
      {
        id: 'a/p256',
        call: ['p256.Key.{new,read}', 'p256.make'],
        ref: ['p256.KEY'],
        algorithm: 'ECDSA',
        parameters: { curve: 'P-256', hash: { arg: 1 } },
        returns: 'p256.Key',
      },
      {
        id: 'a/k256',
        call: ['k256.Key.{new,read}', 'k256.make'],
        ref: ['k256.KEY'],
        algorithm: 'ECDSA',
        parameters: { curve: 'secp256k1', hash: { arg: 1 } },
        returns: 'k256.Key',
      },
    ])
  })

  test('several captures, of which one is a number', () => {
    const [first, ...others] = expandRule(
      rule({
        call: ['aes_{128|256 as size}_{gcm|cbc as mode}'],
        algorithm: 'AES',
        parameters: { keySize: { capture: 'size' }, mode: { capture: 'mode' } },
      }),
    )
    expect([first?.id, first?.call]).toEqual(['a/128/gcm', ['aes_128_gcm']])
    expect(first?.parameters).toEqual({ keySize: 128, mode: 'gcm' })
    expect(others.map(({ call }) => call?.[0])).toEqual(['aes_128_cbc', 'aes_256_gcm', 'aes_256_cbc'])
  })

  test('what the map does not name says nothing', () => {
    const parts = { call: ['{a|b as x}.y'], algorithm: { capture: 'x', map: { a: 'RSA' } } }
    expect(expandRule(rule(parts)).map(({ algorithm }) => algorithm)).toEqual(['RSA', undefined])
  })

  test('no name is lost and none is made up', () => {
    const choice = fc.stringMatching(/^[a-z0-9_]{1,6}$/)
    fc.assert(
      fc.property(fc.uniqueArray(choice, { minLength: 1, maxLength: 6 }), choice, (choices, end) => {
        const names = expandRule(rule({ call: [`{${choices.join('|')} as one}.${end}`] })).flatMap(
          ({ call = [] }) => call,
        )
        expect(names).toEqual(choices.map((one) => `${one}.${end}`))
      }),
    )
  })
})

test('an empty member of the algorithm stands for the argument itself, which has no members', () => {
  const parameters = { keySize: { arg: 0, property: ['modulusLength', 'length'] }, mode: 'GCM' }
  const one = rule({ call: ['a.b'], algorithm: { arg: 0, property: ['name', ''] }, parameters })
  expect(expandRule(one)).toEqual([
    { ...one, algorithm: { arg: 0, property: ['name'] } },
    { ...one, id: 'a/text', algorithm: { arg: 0 }, parameters: { mode: 'GCM' } },
  ])
})

describe('captures that are refused', () => {
  test.each([
    ['one that no name has', { call: ['a.b'], algorithm: { capture: 'curve' } }, /does not capture "curve"/],
    [
      'one that only some names have',
      { call: ['{a|b as x}.c', 'd.c'], algorithm: { capture: 'x' } },
      /"d\.c" does not/,
    ],
    ['one in the type of the result', { call: ['{a|b as x}.c'], returns: '{y}.c' }, /does not capture "y"/],
    ['one of an entry', { entry: ['alg'], algorithm: { capture: 'x' } }, /no name to capture from/],
    ['one that is captured twice', { call: ['{a|b as x}.{c|d as x}'] }, /captured twice/],
    ['one without a name', { call: ['{a|b as }.c'] }, /is no name/],
    ['one with an empty choice', { call: ['{a||b as x}.c'] }, /are no choices/],
  ])('%s', (_name, parts, message) => {
    expect(faultOfCaptures(rule(parts))).toMatch(message)
  })

  test('too many choices together', () => {
    const choices = Array.from({ length: 21 }, (_, i) => `c${i}`).join('|')
    expect(faultOfCaptures(rule({ call: [`{${choices} as x}.{${choices} as y}`] }))).toMatch(/441 names/)
  })

  test('a file with such a rule', () => {
    const file = { language: 'go', library: 'a', source: 'https://example.org', checkedAgainst: null, keywords: [] }
    const wrong = { ...file, rules: [{ id: 'a', call: ['a.b'], algorithm: { capture: 'x' } }] }
    expect(ruleFileSchema.safeParse(wrong).error?.issues[0]?.message).toBe('"a.b" does not capture "x"')
  })
})
