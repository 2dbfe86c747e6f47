import { statefulIsAuthorized } from '@cedar-policy/cedar-wasm/nodejs'
import { expect, it } from 'vitest'
import { PreparsedSlices } from './preparsed-slices.ts'

const sliceOf = (effect: 'permit' | 'forbid', ...ids: string[]) => ({
  policies: ids.map((id) => ({ id, source: `${effect} (principal, action, resource);` })),
})

function askCedar(preparsedPolicySetId: string) {
  const [principal, action, resource] = ['User', 'Action', 'Model'].map((type) => ({ type, id: 'one' }))
  if (!principal || !action || !resource) throw new Error('three were made')
  const answer = statefulIsAuthorized({ principal, action, resource, context: {}, entities: [], preparsedPolicySetId })
  return answer.type === 'success' ? answer.response.diagnostics.reason.toSorted() : answer.type
}

it('keeps as many as it may, and parses a forgotten one anew under the id of another', () => {
  const slices = [sliceOf('permit', 'a'), sliceOf('permit', 'b', 'c'), sliceOf('permit', 'd'), sliceOf('forbid', 'e')]
  const preparsed = new PreparsedSlices(2)
  const ids = new Set<string>()
  for (const slice of [...slices, ...slices.toReversed(), ...slices]) {
    const id = preparsed.idOf(slice)
    ids.add(id)
    expect(askCedar(id)).toEqual(slice.policies.map((policy) => policy.id))
    expect(preparsed.idOf(slice)).toBe(id)
  }
  expect(ids.size).toBeLessThanOrEqual(3)
})

it('throws at what cannot be parsed, and goes on', () => {
  const preparsed = new PreparsedSlices(2)
  expect(() => preparsed.idOf({ policies: [{ id: 'a', source: 'permit (' }] })).toThrow('Cedar cannot parse')
  expect(askCedar(preparsed.idOf(sliceOf('permit', 'b')))).toEqual(['b'])
})
