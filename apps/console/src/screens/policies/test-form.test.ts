import { expect, it } from 'vitest'
import { beginTest, formOf, readTest, testOf } from './test-form.ts'

const begun = beginTest('hold-it')

it.each([
  [begun, { groups: ['role:employee'], action: 'invoke', resource: 'A', tile: 5, effect: 'hold', by: ['hold-it'] }],
  [
    { ...begun, name: ' Why ', as: 'alice', groups: 'a,, b', tile: '', reason: true, by: '' },
    { name: 'Why', as: 'alice', groups: ['a', 'b'], action: 'invoke', resource: 'A', reason: true, effect: 'hold' },
  ],
  [
    { ...begun, action: 'route' as const, resource: 'cloud', permittedLevel: '7', region: 'eu', by: '' },
    {
      groups: ['role:employee'],
      action: 'route',
      resource: 'cloud',
      tile: 5,
      permittedLevel: 7,
      region: 'eu',
      effect: 'hold',
    },
  ],
  [
    { ...begun, action: 'reveal' as const, resource: 'US_SSN', effect: 'forbid' as const, by: '' },
    { groups: ['role:employee'], action: 'reveal', resource: 'US_SSN', effect: 'forbid' },
  ],
])('reads the test of %j, and writes it back', (form, test) => {
  expect(testOf(form)).toEqual({ test, faults: {} })
  const read = testOf(form).test
  expect(read && testOf(formOf(read) ?? begun).test).toEqual(test)
})

it.each([
  [{ resource: '' }, 'resource'],
  [{ resource: 'Z' }, 'resource'],
  [{ tile: '8' }, 'tile'],
  [{ action: 'route' as const, permittedLevel: '7', tile: '' }, 'tile'],
  [{ action: 'route' as const, permittedLevel: '' }, 'permittedLevel'],
  [{ action: 'reveal' as const, resource: 'US-SSN' }, 'resource'],
])('finds what is wrong with %j', (change, field) => {
  const { test, faults } = testOf({ ...begun, ...change })
  expect([test, Object.keys(faults)]).toEqual([undefined, [field]])
})

it('leaves to JSON what the form does not hold', () => {
  const flagged = '{"groups":[],"action":"invoke","resource":"A","tile":{"level":1,"flags":["mosaic"]},"effect":"hold"}'
  const administers = '{"groups":["role:ciso"],"action":"freeze-user","effect":"permit"}'
  for (const text of [flagged, administers]) {
    const test = readTest(text)
    expect(test).toEqual(JSON.parse(text))
    expect(test && formOf(test)).toBeUndefined()
  }
  expect([readTest('{'), readTest('{}'), readTest('[]')]).toEqual([undefined, undefined, undefined])
})
