import { expect, it } from 'vitest'
import { requestedSession } from './requested-session.ts'

it.each<[Record<string, string>, string | undefined]>([
  [{}, undefined],
  [{ 'x-session-id': 'run-7', 'x-agent': 'a' }, 'run-7'],
  [{ 'x-session-id': '' }, ''],
  [{ 'x-agent': '3f2c1a4e-0000-4000-8000-000000000001' }, 'client-3f2c1a4e-0000-4000-8000-000000000001'],
  [{ 'x-agent': 'two words' }, undefined],
  [{ 'x-agent': 'x'.repeat(49) }, undefined],
])('of %j is %s', (headers, session) => {
  expect(requestedSession((name) => headers[name], 'x-agent')).toBe(session)
})

it('is not read from a header that the wire does not have', () => {
  expect(requestedSession((name) => (name === 'x-agent' ? 'a' : undefined))).toBeUndefined()
})
