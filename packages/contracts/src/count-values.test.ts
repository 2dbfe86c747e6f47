import { expect, it } from 'vitest'
import { countValues } from './count-values.ts'

it.each<[string, unknown, number]>([
  ['one', 'text', 1],
  ['members and items', { a: [1, 2], b: { c: null } }, 6],
  ['those of a JSON text', ['[1,2,3]'], 4],
  ['those of a JSON text in a JSON text', [JSON.stringify({ a: JSON.stringify([1, 2, 3]) })], 4],
  ['none of prose', ['one, two, three'], 2],
])('counts %s', (_, value, count) => {
  expect(countValues(value, 100)).toBe(count)
})

it('ends behind the most, and with what is nested too deeply', () => {
  expect(countValues(Array(1_000).fill(0), 10)).toBe(11)
  expect(countValues([`[${'0,'.repeat(1_000)}0]`], 10)).toBeGreaterThan(10)
  let deep: unknown = 0
  for (let level = 0; level < 100_000; level += 1) deep = [deep]
  expect(countValues(deep, 10_000_000)).toBe(10_000_001)
})
