import fc from 'fast-check'
import { expect, it } from 'vitest'
import { countJsonValues } from './count-values.ts'

const countOf = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? 1 + Object.values(value).reduce((sum: number, inner) => sum + countOf(inner), 0)
    : 1

it.each([
  ['', 0],
  ['"a,b[{"', 0],
  ['"a\\",["', 0],
  ['"\\\\",1', 1],
  ['[[],[1,2]]', 5],
  ['{"a":{"b":1,"c":[]}}', 4],
])('counts commas and brackets outside strings: %s', (json, count) => {
  expect(countJsonValues(Buffer.from(json))).toBe(count)
})

it('never counts less than the values of a document, but for one', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(countJsonValues(Buffer.from(JSON.stringify(value))) + 1).toBeGreaterThanOrEqual(countOf(value))
    }),
  )
})
