import { expect, it } from 'vitest'
import { beginForm, faultsOf, isPolicyId, readForm } from './policy-form.ts'

const form = { ...beginForm(undefined, false), id: 'hold-it', description: 'Holds it.' }

it.each([
  ['', undefined],
  ['{', undefined],
  ['{"id":"a"}', undefined],
  [JSON.stringify(form), form],
])('reads the draft %j', (draft, read) => {
  expect(readForm(draft)).toEqual(read)
})

it.each([
  ['a-1', true],
  ['A', false],
  ['a--b', false],
  ['', false],
  ['a'.repeat(129), false],
])('takes %j for a name: %s', (id, isOne) => {
  expect(isPolicyId(id)).toBe(isOne)
})

it('names what is missing', () => {
  expect(Object.keys(faultsOf(beginForm(undefined, true)))).toEqual(['id', 'description'])
  expect(faultsOf(form)).toEqual({})
})
