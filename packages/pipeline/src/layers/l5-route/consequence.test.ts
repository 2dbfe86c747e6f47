import type { Refusal } from '@sluice/contracts'
import { describe, expect, it } from 'vitest'
import type { EndpointFailure } from '../../ports/model-endpoint.ts'
import { consequenceOf } from './consequence.ts'

const status = (code: number, more: object = {}): EndpointFailure => ({ kind: 'status', status: code, ...more })
const upstream = { message: 'too long', param: 'messages' }
const failed = (code: number): Refusal => ({
  code: 'upstream_error',
  message: `The model endpoint failed with status ${code}.`,
})
const limited: Refusal = {
  code: 'rate_limit_exceeded',
  message: 'The model endpoint takes no more requests now. Try again later.',
}
const busy: Refusal = {
  code: 'rate_limit_exceeded',
  message: 'No connection to the model endpoint became free for you. Try again in 5 s.',
  retryAfterSeconds: 5,
}
const overRate: Refusal = {
  code: 'rate_limit_exceeded',
  message: 'The model endpoint is sent no more requests this minute. Try again later.',
  retryAfterSeconds: 7,
}
const spent: Refusal = { code: 'insufficient_quota' }

describe('consequenceOf', () => {
  it.each<[string, EndpointFailure, 'retry' | 'fallback' | 'stop', Refusal]>([
    ['connect', { kind: 'connect' }, 'retry', { code: 'upstream_unreachable' }],
    ['busy', { kind: 'busy' }, 'fallback', busy],
    ['limited', { kind: 'limited', retryAfterSeconds: 7 }, 'fallback', overRate],
    ['headers-timeout', { kind: 'headers-timeout' }, 'retry', { code: 'upstream_timeout' }],
    ['protocol', { kind: 'protocol' }, 'fallback', { code: 'upstream_invalid_answer' }],
    ['429', status(429), 'retry', limited],
    ['429 with a time', status(429, { retryAfterSeconds: 9 }), 'retry', { ...limited, retryAfterSeconds: 9 }],
    ['a spent quota', status(429, { upstream: { code: 'insufficient_quota' } }), 'fallback', spent],
    ['408', status(408), 'retry', { code: 'upstream_timeout' }],
    ['500', status(500, { upstream }), 'retry', failed(500)],
    ['502', status(502), 'retry', failed(502)],
    ['503', status(503, { retryAfterSeconds: 9 }), 'retry', { ...failed(503), retryAfterSeconds: 9 }],
    ['504', status(504), 'retry', { code: 'upstream_timeout' }],
    ['529', status(529), 'retry', { code: 'upstream_overloaded' }],
    ['501', status(501), 'fallback', failed(501)],
    ['302', status(302), 'fallback', failed(302)],
    ['401, and nothing of what it says', status(401, { upstream }), 'fallback', { code: 'upstream_unauthorized' }],
    ['403, and nothing of what it says', status(403, { upstream }), 'fallback', { code: 'upstream_unauthorized' }],
    ['400', status(400, { upstream }), 'stop', { code: 'upstream_rejected', message: 'too long', param: 'messages' }],
    [
      'a context that is too short',
      status(400, { upstream: { ...upstream, code: 'context_length_exceeded' } }),
      'stop',
      { code: 'context_length_exceeded', message: 'too long', param: 'messages' },
    ],
    [
      'a filter of the endpoint',
      status(400, { upstream: { code: 'content_filter' } }),
      'stop',
      { code: 'content_filter' },
    ],
    [
      'a limit with another status',
      status(400, { upstream: { code: 'rate_limit_exceeded' } }),
      'stop',
      { code: 'upstream_rejected' },
    ],
    ['404', status(404, { upstream: {} }), 'fallback', { code: 'model_not_found', param: 'model' }],
    [
      '413',
      status(413),
      'fallback',
      { code: 'request_too_large', message: 'The request is too large for the model endpoint.' },
    ],
    ['422', status(422), 'stop', { code: 'upstream_rejected' }],
  ])('of %s', (_name, failure, next, refusal) => {
    expect(consequenceOf(failure)).toEqual({ retry: next === 'retry', fallback: next !== 'stop', refusal })
  })
})
