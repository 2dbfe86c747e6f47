import type { ChatRequest, CompletionChunk } from '@sluice/contracts'
import { findFreePort, type StubAnswer } from '@sluice/testkit'
import { describe, expect, it } from 'vitest'
import {
  ask,
  asked,
  batchesOf,
  codeFrom,
  deltaFrame,
  failureFrom,
  nowMs,
  readAll,
  streamed,
  textOf,
  useStubServer,
} from '../fixtures/endpoints.ts'

const { stub, open } = await useStubServer()

describe('a failure before the answer has begun', () => {
  it('is connect when nobody listens', async () => {
    const port = await findFreePort()
    expect(await failureFrom(ask(open({ baseUrl: `http://127.0.0.1:${port}/v1` }), asked))).toEqual({ kind: 'connect' })
  })

  it('is connect when the name does not resolve or TLS fails', async () => {
    expect(await failureFrom(ask(open({ baseUrl: 'http://nowhere.invalid/v1' }), asked))).toEqual({ kind: 'connect' })
    const tls = stub.baseUrl.replace('http:', 'https:')
    expect(await failureFrom(ask(open({ baseUrl: tls }), asked))).toEqual({ kind: 'connect' })
  })

  it.each<[string, StubAnswer, ChatRequest, string]>([
    ['reset', { fault: { type: 'reset-before-headers' } }, asked, 'connect'],
    ['no headers', { fault: { type: 'hang-before-headers' } }, asked, 'headers-timeout'],
    ['no first event', { fault: { type: 'hang-mid-stream', afterFrames: 0 } }, streamed, 'headers-timeout'],
    ['half a JSON body', { text: 'abc', fault: { type: 'hang-mid-stream' } }, asked, 'headers-timeout'],
    ['a reset inside a JSON body', { text: 'abc', fault: { type: 'reset-mid-stream' } }, asked, 'connect'],
    ['a reset before the first event', { fault: { type: 'reset-mid-stream', afterFrames: 0 } }, streamed, 'connect'],
    ['broken JSON', { text: 'abc', fault: { type: 'malformed-json' } }, asked, 'protocol'],
    ['a broken first frame', { fault: { type: 'malformed-json', afterFrames: 0 } }, streamed, 'protocol'],
    ['an empty stream', { rawBody: '' }, streamed, 'protocol'],
    ['something else', { rawBody: '<html></html>', headers: { 'content-type': 'text/html' } }, asked, 'protocol'],
    ['a compressed answer', { rawBody: 'x', headers: { 'content-encoding': 'gzip' } }, asked, 'protocol'],
    ['an error in a first frame', { fault: { type: 'error-frame', afterFrames: 0 } }, streamed, 'protocol'],
    ['an answer over its bound', { text: 'x'.repeat(5_000) }, asked, 'protocol'],
    ['an event over its bound', { rawBody: deltaFrame('x'.repeat(1_500)) }, streamed, 'protocol'],
  ])('%s is %4$s', async (_name, answer, request, kind) => {
    stub.respondWith(answer)
    // What fails otherwise must not fail by time on a busy machine.
    const timeoutMs = kind === 'headers-timeout' ? 200 : 10_000
    const bounds = { maxAnswerBytes: 4_000, maxEventLength: 1_000 }
    const endpoint = open({ headersTimeoutMs: timeoutMs, idleTimeoutMs: timeoutMs, ...bounds })
    expect(await failureFrom(ask(endpoint, request))).toEqual({ kind })
  })

  it.each([400, 401, 404, 429, 500, 503, 529, 302])('is the status %i with what the upstream says', async (status) => {
    const error = { message: 'no', type: 't', param: 'messages', code: 'rate_limit_exceeded' }
    stub.respondWith({ fault: { type: 'status', status, body: { error } } })
    expect(await failureFrom(ask(open({ errors: 'filtered' }), streamed))).toEqual({
      kind: 'status',
      status,
      upstream: { message: 'no', param: 'messages', code: 'rate_limit_exceeded' },
    })
    expect(await failureFrom(ask(open(), streamed))).toEqual({
      kind: 'status',
      status,
      upstream: { param: 'messages', code: 'rate_limit_exceeded' },
    })
  })

  it('is the status that an error with 200 reports', async () => {
    stub.respondWith({ rawBody: '{"error":{"message":"slow down","code":429}}' })
    const failure = { kind: 'status', status: 429, upstream: { message: 'slow down' } }
    expect(await failureFrom(ask(open({ errors: 'filtered' }), asked))).toEqual(failure)
    stub.respondWith({ rawBody: 'data: {"error":{"message":"slow down","code":429}}\n\n' })
    expect(await failureFrom(ask(open({ errors: 'filtered' }), streamed))).toEqual(failure)
  })

  it.each<[unknown, unknown]>([
    ['<html>', {}],
    [{ error: 'model not loaded' }, { message: 'model not loaded' }],
    [{ object: 'error', message: 'too long', code: 400 }, { message: 'too long' }],
    [{ error: { message: 5, param: null } }, {}],
    [
      { error: { message: 'no '.repeat(3_000), param: `n${'[0]'.repeat(99)}`, code: 'c'.repeat(900) } },
      { message: 'no '.repeat(171).slice(0, 512) },
    ],
    ['x'.repeat(1 << 20), {}],
  ])('reads the error body %#', async (body, upstream) => {
    stub.respondWith({ fault: { type: 'status', status: 400, body } })
    const failure = { kind: 'status', status: 400, upstream }
    expect(await failureFrom(ask(open({ errors: 'filtered' }), asked))).toEqual(failure)
  })

  it.each(['context_length_exceeded', 'content_filter', 'rate_limit_exceeded', 'insufficient_quota'])(
    'is the usual status of the code %s in an answer with 200',
    async (code) => {
      const status = code.startsWith('con') ? 400 : 429
      for (const [rawBody, request] of [
        [JSON.stringify({ error: { code } }), asked],
        [`data: ${JSON.stringify({ error: { code } })}\n\n`, streamed],
      ] as const) {
        stub.respondWith({ rawBody })
        expect(await failureFrom(ask(open(), request))).toEqual({ kind: 'status', status, upstream: { code } })
      }
    },
  )

  it.each<[Record<string, string>, number | undefined]>([
    [{ 'retry-after': '7' }, 7],
    [{ 'retry-after': '0.2' }, 1],
    [{ 'retry-after': '86400' }, 3600],
    [{ 'retry-after-ms': '9999999999' }, 3600],
    [{ 'retry-after': new Date(nowMs + 90_000_000).toUTCString() }, 3600],
    [{ 'retry-after': new Date(nowMs + 90_000).toUTCString() }, 90],
    [{ 'retry-after': new Date(nowMs - 90_000).toUTCString() }, 0],
    [{ 'retry-after': 'soon' }, undefined],
    [{ 'retry-after': '30', 'retry-after-ms': '1500' }, 2],
    [{}, undefined],
  ])('reads %j', async (headers, retryAfterSeconds) => {
    stub.respondWith({ fault: { type: 'status', status: 429, headers } })
    expect(await failureFrom(ask(open(), asked))).toMatchObject({
      status: 429,
      ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    })
    if (retryAfterSeconds === undefined)
      expect(await failureFrom(ask(open(), asked))).not.toHaveProperty('retryAfterSeconds')
  })
})

describe('a failure in mid-stream', () => {
  it.each<[string, StubAnswer, string]>([
    ['a reset', { fault: { type: 'reset-mid-stream' } }, 'upstream_interrupted'],
    ['an end without finish_reason', { rawBody: deltaFrame('a') }, 'upstream_interrupted'],
    [
      'an end in mid-frame',
      { rawBody: `${deltaFrame('a')}${deltaFrame('b', 'stop').slice(0, -1)}` },
      'upstream_interrupted',
    ],
    [
      'an end with one choice unfinished',
      { rawBody: `${deltaFrame('a').replace('"index":0', '"index":1')}${deltaFrame('b', 'stop')}` },
      'upstream_interrupted',
    ],
    ['a silence', { fault: { type: 'hang-mid-stream' } }, 'upstream_timeout'],
    ['an error frame', { fault: { type: 'error-frame' } }, 'upstream_error'],
    [
      'an error frame with a code that clients act on',
      { rawBody: `${deltaFrame('a')}data: {"error":{"code":"content_filter","message":"secret"}}\n\n` },
      'content_filter',
    ],
    ['broken JSON', { fault: { type: 'malformed-json' } }, 'upstream_invalid_answer'],
    ['a frame that is no chunk', { rawBody: `${deltaFrame('a')}data: []\n\n` }, 'upstream_invalid_answer'],
    ['an event over its bound', { rawBody: `${deltaFrame('a')}data: ${'x'.repeat(2_000)}` }, 'upstream_invalid_answer'],
    [
      'an answer over its bound',
      { rawBody: deltaFrame('a').repeat(100), bytesPerWrite: 2_000 },
      'upstream_invalid_answer',
    ],
  ])('%s is %3$s', async (_name, answer, code) => {
    stub.respondWith({ text: 'Hello from here', ...answer })
    const idleTimeoutMs = code === 'upstream_timeout' ? 200 : 10_000
    const endpoint = open({ idleTimeoutMs, maxAnswerBytes: 8_000, maxEventLength: 1_000 })
    const chunks = await ask(endpoint, streamed)
    expect(await codeFrom(readAll(chunks))).toBe(code)
    expect(await stub.lastRequest().ended).toMatch(/complete|aborted/)
  })

  it('gives the chunks before it', async () => {
    stub.respondWith({ text: 'Hello from here', fault: { type: 'error-frame', afterFrames: 3 } })
    const seen: CompletionChunk[] = []
    const reading = (async () => {
      for await (const batch of batchesOf(await ask(open(), streamed))) seen.push(...batch)
    })()
    expect(await codeFrom(reading)).toBe('upstream_error')
    expect(textOf(seen)).toBe('Hello from')
  })

  it('is no time-out while the reader is slow', async () => {
    stub.respondWith({ rawBody: `${deltaFrame('x'.repeat(1_000)).repeat(400)}${deltaFrame('', 'stop')}` })
    const chunks = await ask(open({ idleTimeoutMs: 100 }), streamed)
    await new Promise((resolve) => setTimeout(resolve, 400))
    expect(textOf(await readAll(chunks))).toHaveLength(400_000)
  })
})
