import { describe, expect, it } from 'vitest'
import { challengeOf, meets, readLogin } from './login.ts'

const NOW = 1_700_000_000

describe('a login', () => {
  it.each<[string, object, object, boolean]>([
    ['is fresh enough', { auth_time: NOW - 60 }, { maxAgeSeconds: 60 }, true],
    ['is fresh enough, but for the clocks', { auth_time: NOW - 65 }, { maxAgeSeconds: 60 }, true],
    ['is too old', { auth_time: NOW - 66 }, { maxAgeSeconds: 60 }, false],
    ['has no time', {}, { maxAgeSeconds: 60 }, false],
    ['has a time that is none', { auth_time: String(NOW) }, { maxAgeSeconds: 60 }, false],
    ['lies in the future', { auth_time: NOW + 6 }, { maxAgeSeconds: 60 }, false],
    ['is strong enough', { acr: 'phr' }, { acrValues: ['phr', 'phrh'] }, true],
    ['is too weak', { acr: 'pwd' }, { acrValues: ['phr'] }, false],
    ['has no class', {}, { acrValues: ['phr'] }, false],
    ['has a class that is none', { acr: ['phr'] }, { acrValues: ['phr'] }, false],
    ['is strong and too old', { acr: 'phr', auth_time: NOW - 600 }, { acrValues: ['phr'], maxAgeSeconds: 60 }, false],
    ['is asked for nothing', {}, {}, true],
  ])('that %s', (_what, claims, demand, expected) => {
    expect(meets(readLogin({ ...claims }), demand, NOW * 1_000)).toBe(expected)
  })

  it('is asked for by a challenge of RFC 9470', () => {
    expect(challengeOf({ maxAgeSeconds: 300, acrValues: ['phr', 'phrh'] })).toBe(
      'Bearer error="insufficient_user_authentication", ' +
        'error_description="A fresher or stronger login is required", acr_values="phr phrh", max_age="300"',
    )
  })
})
