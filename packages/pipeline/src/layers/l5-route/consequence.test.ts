import type { Refusal } from '@sluice/contracts'
import { describe, expect, it } from 'vitest'
import type { EndpointFailure } from '../../ports/model-endpoint.ts'
import { consequenceOf } from './consequence.ts'

const status = (code: number, more: object = {}): EndpointFailure => ({ kind: 'status', status: code, ...more })
const upstream = { message: 'too long', param: 'messages', code: 'c' }

describe('consequenceOf', () => {
  it.each<[string, EndpointFailure, 'retry' | 'fallback' | 'stop', Refusal]>([
    ['connect', { kind: 'connect' }, 'retry', { code: 'upstream_error' }],
    ['headers-timeout', { kind: 'headers-timeout' }, 'retry', { code: 'upstream_timeout' }],
    ['protocol', { kind: 'protocol' }, 'fallback', { code: 'upstream_error' }],
    ['429', status(429), 'retry', { code: 'rate_limited' }],
    ['429 with a time', status(429, { retryAfterSeconds: 9 }), 'retry', { code: 'rate_limited', retryAfterSeconds: 9 }],
    ['a spent quota', status(429, { upstream: { code: 'insufficient_quota' } }), 'fallback', { code: 'rate_limited' }],
    ['408', status(408), 'retry', { code: 'upstream_timeout' }],
    ['500', status(500, { upstream }), 'retry', { code: 'upstream_error' }],
    ['502', status(502), 'retry', { code: 'upstream_error' }],
    ['503', status(503, { retryAfterSeconds: 9 }), 'retry', { code: 'upstream_error', retryAfterSeconds: 9 }],
    ['504', status(504), 'retry', { code: 'upstream_timeout' }],
    ['529', status(529), 'retry', { code: 'upstream_error' }],
    ['501', status(501), 'fallback', { code: 'upstream_error' }],
    ['302', status(302), 'fallback', { code: 'upstream_error' }],
    ['401, and nothing of what it says', status(401, { upstream }), 'fallback', { code: 'upstream_error' }],
    ['403, and nothing of what it says', status(403, { upstream }), 'fallback', { code: 'upstream_error' }],
    ['400', status(400, { upstream }), 'stop', { code: 'upstream_rejected', message: 'too long', param: 'messages' }],
    ['404', status(404, { upstream: {} }), 'stop', { code: 'upstream_rejected' }],
    ['413', status(413), 'stop', { code: 'upstream_rejected' }],
    ['422', status(422), 'stop', { code: 'upstream_rejected' }],
  ])('of %s', (_name, failure, next, refusal) => {
    expect(consequenceOf(failure)).toEqual({ retry: next === 'retry', fallback: next !== 'stop', refusal })
  })
})
