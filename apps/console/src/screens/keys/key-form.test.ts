import { expect, it } from 'vitest'
import { beginKey, changesOf, keyOrderOf, limitTexts, readKeyForm } from './key-form.ts'

const form = { ...beginKey('me'), name: ' nightly build ' }

it.each([
  [form, { name: 'nightly build', expires_in_days: 90 }],
  [
    { ...form, holder: 'user' as const, subject: 'alice ' },
    { name: 'nightly build', expires_in_days: 90, user: 'alice' },
  ],
  [
    { ...form, holder: 'service' as const, subject: 'bot', models: 'a, ,b', wires: ['chat' as const] },
    { name: 'nightly build', expires_in_days: 90, service: 'bot', models: ['a', 'b'], wires: ['chat'] },
  ],
  [
    { ...form, limits: { ...form.limits, tokens_per_day: '20,000', cost_per_day: '0.5' } },
    { name: 'nightly build', expires_in_days: 90, tokens_per_day: 20_000, cost_per_day: 0.5 },
  ],
])('reads the order of %j', (written, order) => {
  expect(keyOrderOf(written)).toEqual({ order, faults: {} })
})

it.each([
  [beginKey('user'), ['name', 'subject']],
  [{ ...form, days: '367' }, ['days']],
  [{ ...form, days: '1.5' }, ['days']],
  [{ ...form, wires: [] }, ['wires']],
  [
    { ...form, limits: { ...form.limits, requests_per_minute: '0', cost_per_month: '-1' } },
    ['cost_per_month', 'requests_per_minute'],
  ],
  [{ ...form, limits: { ...form.limits, tokens_per_day: 'many' } }, ['tokens_per_day']],
])('finds what is wrong in %j', (written, faults) => {
  const { order, faults: found } = keyOrderOf(written)
  expect([order, Object.keys(found).toSorted()]).toEqual([undefined, faults])
})

it('reads a draft, and nothing else', () => {
  expect(readKeyForm(JSON.stringify(form))).toEqual(form)
  expect([readKeyForm(''), readKeyForm('{'), readKeyForm('{"name":1}')]).toEqual([undefined, undefined, undefined])
})

it('gives the limits that are other ones', () => {
  const key = { requests_per_minute: 60, cost_per_day: 2 }
  expect(changesOf(key, limitTexts(key)).changes).toEqual({})
  const texts = { ...limitTexts(key), requests_per_minute: '120', cost_per_day: ' ', tokens_per_day: '5' }
  expect(changesOf(key, texts).changes).toEqual({ requests_per_minute: 120, cost_per_day: null, tokens_per_day: 5 })
})
