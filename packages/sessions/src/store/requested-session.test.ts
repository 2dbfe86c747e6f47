import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseRequestedSession } from './requested-session.ts'

describe('parseRequestedSession', () => {
  it.each([
    [undefined, { kind: 'default' }],
    ['1', { kind: 'id', id: 1 }],
    ['9007199254740991', { kind: 'id', id: Number.MAX_SAFE_INTEGER }],
    ['a', { kind: 'name', name: 'a' }],
    ['Thread-7_b.c', { kind: 'name', name: 'Thread-7_b.c' }],
    ['x'.repeat(64), { kind: 'name', name: 'x'.repeat(64) }],
  ])('understands %j', (header, expected) => {
    expect(parseRequestedSession(header)).toEqual(expected)
  })

  it.each(['', '0', '007', '-1', '9007199254740992', 'x'.repeat(65), '1a', 'a b', 'a:b', 'a{b}', 'a\n', '.a'])(
    'refuses %j',
    (header) => {
      expect(() => parseRequestedSession(header)).toThrow(expect.objectContaining({ code: 'invalid_request' }))
    },
  )

  it('gives a number as it was sent, a name as it was sent, or invalid_request', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.bigInt().map(String), fc.stringMatching(/^[a-z0-9._-]{1,70}$/)),
        (header) => {
          try {
            const requestedSession = parseRequestedSession(header)
            expect(
              requestedSession.kind === 'id'
                ? String(requestedSession.id)
                : requestedSession.kind === 'name' && requestedSession.name,
            ).toBe(header)
          } catch (error) {
            expect(error).toMatchObject({ code: 'invalid_request' })
          }
        },
      ),
    )
  })
})
