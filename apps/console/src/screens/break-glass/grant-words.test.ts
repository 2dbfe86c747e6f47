import { describe, expect, it } from 'vitest'
import type { BreakGlassRequest } from '../../api/break-glass.ts'
import { clockOf, endOf, keyOf } from './grant-words.ts'

describe('the clock of a request', () => {
  it.each([
    [-5, '0:00'],
    [0, '0:00'],
    [1, '0:01'],
    [59_000, '0:59'],
    [60_000, '1:00'],
    [845_000, '14:05'],
    [3_600_000, '1:00:00'],
    [3_599_001, '1:00:00'],
    [3_661_000, '1:01:01'],
  ])('shows %d ms as %s', (ms, shown) => expect(clockOf(ms)).toBe(shown))

  it.each<[BreakGlassRequest['state'], string | undefined]>([
    ['waiting', '2026-01-01T10:15:00.000Z'],
    ['open', '2026-01-01T11:00:00.000Z'],
    ['expired', undefined],
    ['lapsed', undefined],
    ['revoked', undefined],
  ])('ends what is %s at %s', (state, end) => {
    const request: BreakGlassRequest = {
      ...{ id: 'a', state, drill: false, session_id: 1, reason: 'r', entity_types: ['PERSON'], duration_minutes: 5 },
      opened: { by: 'user:erin', at: '2026-01-01T10:00:00.000Z' },
      confirm_until: '2026-01-01T10:15:00.000Z',
      expires_at: '2026-01-01T11:00:00.000Z',
    }
    expect(endOf(request)).toBe(end)
  })
})

it('names who turned a key', () => expect(keyOf('user:user:erin')).toBe('user:erin'))
