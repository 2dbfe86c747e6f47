import { describe, expect, it } from 'vitest'
import { ERRORS, type ErrorCode, type Refusal } from './errors.ts'
import { waitSecondsOf } from './wait-seconds.ts'

const CODES = Object.keys(ERRORS) as ErrorCode[]

describe('waitSecondsOf', () => {
  it.each<[string, Refusal, number | undefined]>([
    ['what is named', { code: 'dependency_unavailable', retryAfterSeconds: 7 }, 7],
    ['a part that is away', { code: 'dependency_unavailable' }, 2],
    ['a part that will not come', { code: 'dependency_unavailable', retry: false }, undefined],
    ['what waits for something else', { code: 'in_flight', retryAfterSeconds: 1 }, 1],
    ['a limit', { code: 'rate_limit_exceeded' }, 1],
    ['a limit that lasts', { code: 'insufficient_quota', retry: false }, 1],
    ['a fault of the caller', { code: 'invalid_request' }, undefined],
  ])('gives for %s', (_what, refusal, seconds) => {
    expect(waitSecondsOf(refusal)).toBe(seconds)
  })

  it('asks to wait with each 429 and each 503, and with nothing else', () => {
    const waiting = CODES.filter((code) => waitSecondsOf({ code }) !== undefined)
    expect(waiting).toEqual(CODES.filter((code) => [429, 503].includes(ERRORS[code].status)))
    expect(waiting).toContain('dependency_unavailable')
  })
})
