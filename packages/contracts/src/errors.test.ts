import { describe, expect, expectTypeOf, it } from 'vitest'
import { ERRORS, type ErrorCode, type Refusal, SluiceError } from './errors.ts'

const entries = Object.entries(ERRORS)

describe('the error table', () => {
  it.each(entries)('%s: the type fits the status', (_code, { status, type }) => {
    const types: Partial<Record<number, readonly string[]>> = {
      401: ['authentication_error'],
      403: ['permission_error'],
      429: ['rate_limit_error'],
    }
    const fitting = types[status] ?? (status >= 500 ? ['api_error'] : ['invalid_request_error', 'policy_violation'])
    expect(fitting).toContain(type)
  })

  // The official clients retry 408, 409, 429 and 5xx by themselves; a refusal must not be sent three times.
  it.each(entries)('%s: a caller is asked to retry only where that can help', (code, { status, retry }) => {
    const never = [400, 401, 403, 404, 405, 413, 415, 417, 422, 426, 431, 501]
    const always = [429, 500, 502, 503, 504]
    const exceptions: Partial<Record<string, boolean>> = {
      request_timeout: true, // 408: the network was slow
      answer_not_read: false, // 408: nobody reads it
      request_aborted: false, // 408: nobody waits any more
      message_replayed: false, // 409: done already
      in_flight: true, // 409: done soon
      user_ambiguous: false, // 409
      conflict: false, // 409
      answer_too_large: false, // 502: the next answer is as large
      execution_uncertain: false, // 502: only a human decides whether it is tried again
      insufficient_quota: false, // 429: a spent quota does not come back by waiting
      budget_exceeded: false, // 429: nor does a budget before the day or the month is over
      upstream_unauthorized: false, // 502: the same key is refused again
    }
    const expected = exceptions[code] ?? (never.includes(status) ? false : always.includes(status) ? true : undefined)
    expect(retry).toBe(expected)
  })

  it.each(entries)('%s: the public message is a sentence', (_code, { publicMessage }) => {
    expect(publicMessage).toMatch(/^[A-Z].*\.$/)
  })

  it('never answers a policy outcome with a 500', () => {
    const policy: ErrorCode[] = ['jailbreak_detected', 'content_blocked', 'session_frozen', 'action_not_permitted']
    for (const code of policy) expect(ERRORS[code].status).toBeLessThan(500)
  })
})

describe('SluiceError', () => {
  it('takes its message from the table and keeps the cause', () => {
    const cause = new Error('inner')
    const error = new SluiceError('session_frozen', { cause })
    expect(error).toMatchObject({ code: 'session_frozen', message: ERRORS.session_frozen.publicMessage, cause })
  })

  it('may be more exact than the table', () => {
    const error = new SluiceError({ code: 'invalid_request', message: 'messages: too many', param: 'messages' })
    expect(error.message).toBe('messages: too many')
    expect(error.refusal.param).toBe('messages')
  })
})

describe('an error code', () => {
  it('is one of the table, in errors and in refusals', () => {
    expectTypeOf<ErrorCode>().toEqualTypeOf<keyof typeof ERRORS>()
    expectTypeOf<Refusal['code']>().toEqualTypeOf<ErrorCode>()
    expectTypeOf<SluiceError['code']>().toEqualTypeOf<ErrorCode>()
    expectTypeOf<'session_frozen'>().toExtend<ErrorCode>()
    expectTypeOf<string>().not.toExtend<ErrorCode>()
    // @ts-expect-error Not in the table.
    const make = () => new SluiceError('no_such_code')
    expectTypeOf(make).returns.toEqualTypeOf<SluiceError>()
  })
})
