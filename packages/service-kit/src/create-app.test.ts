import { connect } from 'node:net'
import { createRoute, z } from '@hono/zod-openapi'
import { SluiceError } from '@sluice/contracts'
import type { MiddlewareHandler } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { RenderError, ServiceEnv } from './app-env.ts'
import { systemClock } from './clock.ts'
import { type AppOptions, createApp } from './create-app.ts'
import { createHealth } from './health.ts'
import { type HttpServer, listen } from './http-server.ts'
import { createLogger } from './logger.ts'
import { createMetrics } from './metrics.ts'
import { toOpenApiDocument, toOpenApiText } from './open-api.ts'
import { problemSchema, renderClientProblem, renderProblem } from './problem.ts'
import { setRequestLogFields } from './request-log-fields.ts'

/** An id of the caller's, in a form that machines make. */
const GIVEN = '0190c2f0-8e6b-7cc0-9a3e-1b2c3d4e5f60'
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
const info = { title: 'Test', version: '1.0.0' }

const putThing = createRoute({
  method: 'put',
  path: '/things/{id}',
  request: {
    params: z.object({ id: z.string().max(8) }),
    body: {
      required: true,
      content: { 'application/json': { schema: z.strictObject({ size: z.int(), name: z.string() }) } },
    },
  },
  responses: {
    200: { description: 'Stored.', content: { 'application/json': { schema: z.object({ id: z.string() }) } } },
  },
})

function setUp(renderError: RenderError = renderProblem, options: Partial<AppOptions> = {}) {
  const lines: string[] = []
  const logger = createLogger({ service: 't', level: 'debug', destination: { write: (line) => void lines.push(line) } })
  const metrics = createMetrics({ service: 't', process: false })
  const health = createHealth({ clock: systemClock, logger })
  const app = createApp({ info, clock: systemClock, logger, metrics, health, renderError, ...options })
  app.openapi(putThing, (context) => context.json({ id: context.req.valid('param').id }, 200))
  app.get('/text', (context) => context.text('ok', 200, { 'x-own': '1' }))
  app.get('/kept', (context) => context.text('ok', 200, { 'cache-control': 'no-cache' }))
  app.get('/foreign', () => new Response('raw', { headers: { 'content-type': 'text/x' } }))
  app.get('/immutable', () => Response.redirect('http://localhost/x'))
  app.get('/gone', (context) => context.notFound())
  app.get('/bug', () => {
    throw new Error('the secret of the bug')
  })
  app.get('/string', () => {
    throw 'the secret string'
  })
  app.get('/decoded/:name', (context) => context.text(decodeURIComponent(`${context.req.param('name')}%`)))
  app.get('/frozen', () => {
    throw new SluiceError({ code: 'session_frozen', message: 'Session 7 is frozen.' })
  })
  app.get('/slow-down', () => {
    throw new SluiceError({ code: 'rate_limit_exceeded', retryAfterSeconds: 3 })
  })
  app.get('/away', () => {
    throw new SluiceError('dependency_unavailable')
  })
  app.get('/not-set-up', () => {
    throw new SluiceError({ code: 'dependency_unavailable', retry: false })
  })
  app.get('/no-token', () => {
    throw new SluiceError('token_missing')
  })
  app.get('/unauthorized', () => {
    throw new HTTPException(401)
  })
  app.get('/stream', (context) =>
    context.body(
      new ReadableStream({
        start(controller) {
          controller.enqueue(new TextEncoder().encode('part'))
          release = () => controller.close()
        },
      }),
    ),
  )
  let release = () => {}
  const records = () => lines.map((line): Record<string, unknown> => JSON.parse(line))
  const accessLines = () => records().filter((record) => record.msg === 'request')
  return { app, lines, logger, records, accessLines, release: () => release() }
}

const PUT = { method: 'PUT', headers: { 'content-type': 'application/json' } }
const cases: [name: string, path: string, init: RequestInit, status: number, code?: string][] = [
  ['a text', '/text', {}, 200],
  ['a response of its own', '/foreign', {}, 200],
  ['a response that cannot be changed', '/immutable', {}, 302],
  ['HEAD', '/text', { method: 'HEAD' }, 200],
  ['valid JSON', '/things/a', { ...PUT, body: '{"size":1,"name":"n"}' }, 200],
  ['liveness', '/health/live', {}, 200],
  ['readiness', '/health/ready', {}, 200],
  ['metrics', '/metrics', {}, 200],
  ['the document', '/openapi.json', {}, 200],
  ['an unknown path', '/nothing', {}, 404, 'not_found'],
  ['a resource not found', '/gone', {}, 404, 'not_found'],
  ['a path that is no UTF-8', '/decoded/%E0%A4%A', {}, 404, 'not_found'],
  ['a path with a lone percent sign', '/decoded/100%', {}, 404, 'not_found'],
  ['a decoding that fails for another reason', '/decoded/%41', {}, 500, 'internal_error'],
  ['an encoded percent sign', '/things/1%25', { ...PUT, body: '{"size":1,"name":"n"}' }, 200],
  ['a wrong method', '/text', { method: 'DELETE' }, 405, 'method_not_allowed'],
  ['malformed JSON', '/things/a', { ...PUT, body: '{"size":' }, 400, 'invalid_json'],
  ['JSON of the wrong shape', '/things/a', { ...PUT, body: '{"size":"x","extra":1}' }, 400, 'invalid_request'],
  ['a wrong parameter', '/things/much-too-long', { ...PUT, body: '{"size":1,"name":"n"}' }, 400, 'invalid_request'],
  [
    'a wrong media type',
    '/things/a',
    { method: 'PUT', body: 'x', headers: { 'content-type': 'text/plain' } },
    415,
    'unsupported_media_type',
  ],
  ['a refusal', '/frozen', {}, 403, 'session_frozen'],
  ['too many requests', '/slow-down', {}, 429, 'rate_limit_exceeded'],
  ['no token', '/unauthorized', {}, 401, 'token_invalid'],
  ['a bug', '/bug', {}, 500, 'internal_error'],
  ['a thrown string', '/string', {}, 500, 'internal_error'],
]

describe('createApp, called directly', () => {
  it.each(cases)('answers %s with a request id and the right body', async (_name, path, init, status, code) => {
    const { app, lines } = setUp()
    const given = await app.request(path, { ...init, headers: { ...init.headers, 'x-request-id': GIVEN } })
    expect(given.status).toBe(status)
    expect(given.headers.get('x-request-id')).toBe(GIVEN)
    const made = await app.request(path, init)
    expect(made.headers.get('x-request-id')).toMatch(UUID)
    if (code === undefined) return
    expect(given.headers.get('content-type')).toBe('application/problem+json')
    const body = await given.text()
    expect(problemSchema.strict().parse(JSON.parse(body))).toMatchObject({
      type: `urn:sluice:problem:${code}`,
      status,
      code,
      request_id: GIVEN,
    })
    expect(body).not.toContain('secret')
    expect(lines.join('')).not.toContain('secret string')
  })

  it.each([
    ['spaces', 'a b'],
    ['a name in it', 'Ngozi-Okafor'],
    ['a number in it', '4111111111111111'],
    ['empty', ''],
    ['too long', 'a'.repeat(129)],
    ['markup', '<script>'],
    ['not ASCII', 'é'],
  ])('replaces a request id with %s', async (_name, id) => {
    const { app } = setUp()
    const response = await app.request('/text', { headers: { 'x-request-id': id } })
    expect(response.headers.get('x-request-id')).toMatch(UUID)
  })

  it('lists every issue of an invalid body and quotes no value', async () => {
    const { app } = setUp()
    const response = await app.request('/things/a', { ...PUT, body: '{"size":"bad-value","name":5}' })
    const problem = JSON.parse(await response.text())
    expect(problem.errors.map((issue: { path: string }) => issue.path)).toEqual(['body.size', 'body.name'])
    expect(JSON.stringify(problem)).not.toContain('bad-value')
  })

  it('says which methods a path takes, how to authenticate, and when to come back', async () => {
    const { app } = setUp()
    expect((await app.request('/things/a', { method: 'POST' })).headers.get('allow')).toBe('PUT')
    expect((await app.request('/unauthorized')).headers.get('www-authenticate')).toBe(
      'Bearer error="invalid_token", error_description="The access token is not valid here."',
    )
    expect((await app.request('/no-token')).headers.get('www-authenticate')).toBe('Bearer')
    expect((await app.request('/slow-down')).headers.get('retry-after')).toBe('3')
    expect((await app.request('/away')).headers.get('retry-after')).toBe('2')
    expect((await app.request('/not-set-up')).headers.get('retry-after')).toBeNull()
    expect(await (await app.request('/frozen')).json()).toMatchObject({ detail: 'Session 7 is frozen.' })
  })

  it('logs one line per request, by pattern, without query, path and body', async () => {
    const { app, lines, accessLines } = setUp()
    await app.request('/things/id7?token=qqq', { ...PUT, body: '{"size":1,"name":"nnn"}' })
    await app.request('/nothing/at-all?x=qqq')
    expect(accessLines()).toMatchObject([
      { level: 'info', method: 'PUT', route: '/things/:id', status: 200, requestId: expect.stringMatching(UUID) },
      { level: 'info', method: 'GET', route: 'unmatched', status: 404 },
    ])
    for (const text of ['qqq', 'id7', 'at-all', 'nnn']) expect(lines.join('')).not.toContain(text)
  })

  it('adds to the line what the route has set, as late as the end of a stream', async () => {
    const { app, accessLines } = setUp()
    app.get('/fields', (context) => {
      setRequestLogFields(context, { sub: 'u-1', sessionId: 's-1', model: 'fast' })
      setRequestLogFields(context, { outcome: 'answered', model: 'slow' })
      return context.text('ok')
    })
    app.all('/images/*', (context) => {
      setRequestLogFields(context, { route: '/images/*' })
      return context.text('ok')
    })
    await app.request('/fields')
    await app.request('/images/of/a-cat')
    await app.request('/frozen')
    expect(accessLines()).toMatchObject([
      { route: '/fields', sub: 'u-1', sessionId: 's-1', model: 'slow', outcome: 'answered' },
      { route: '/images/*', status: 200 },
      { route: '/frozen', status: 403, code: 'session_frozen' },
    ])
    expect(accessLines()[0]).not.toHaveProperty('code')
    expect(await (await app.request('/metrics')).text()).toContain('route="/images/*"')
  })

  it('logs what failed, for us, with the request id of the answer', async () => {
    const { app, records } = setUp()
    await app.request('/bug', { headers: { 'x-request-id': GIVEN } })
    const failure = records().find((record) => record.msg === 'request failed')
    expect(failure).toMatchObject({
      level: 'error',
      requestId: GIVEN,
      err: { cause: { message: 'the secret of the bug' } },
    })
  })

  it('counts requests and their durations by method, pattern and status', async () => {
    const { app } = setUp()
    await app.request('/text')
    await app.request('/text')
    await app.request('/nothing')
    const text = await (await app.request('/metrics')).text()
    expect(text).toContain('http_requests_total{method="GET",route="/text",status="200",service="t"} 2')
    expect(text).toContain('http_requests_total{method="GET",route="unmatched",status="404",service="t"} 1')
    expect(text).toMatch(/http_request_duration_seconds_count\{.*route="\/text".*\} 2/)
  })

  it('leaves the body of an error to the service', async () => {
    const { app } = setUp((error) => Response.json({ error: { code: error.code } }, { status: 418 }))
    const response = await app.request('/nothing')
    expect([response.status, await response.json()]).toEqual([418, { error: { code: 'not_found' } }])
  })

  it('gives the body of a failure the id of its log line', async () => {
    const { app, records } = setUp((_error, context) => Response.json({ id: context.get('errorId') ?? null }))
    const { id } = z.object({ id: z.string() }).parse(await (await app.request('/bug')).json())
    expect(id).toMatch(/^[0-9a-f]{8}$/)
    expect(records().find((record) => record.msg === 'request failed')).toMatchObject({ errorId: id })
    expect(await (await app.request('/nothing')).json()).toEqual({ id: null })
  })

  it('runs the middleware of the service in front of every route, errors and its own routes too', async () => {
    const order: string[] = []
    const named =
      (name: string): MiddlewareHandler<ServiceEnv> =>
      async (context, next) => {
        order.push(name)
        await next()
        context.res.headers.set(`x-${name}`, String(context.res.status))
      }
    const { app } = setUp(renderProblem, { middleware: [named('first'), named('second')], openApiPath: '/doc.json' })
    for (const [path, status] of [
      ['/text', 200],
      ['/bug', 500],
      ['/nothing', 404],
      ['/doc.json', 200],
      ['/openapi.json', 404],
      ['/health/live', 200],
    ] as const) {
      const response = await app.request(path)
      expect([response.headers.get('x-first'), response.headers.get('x-second')]).toEqual([`${status}`, `${status}`])
    }
    expect(order.slice(0, 2)).toEqual(['first', 'second'])
  })

  it('documents its routes, always in the same way', async () => {
    const { app } = setUp()
    const served = await (await app.request('/openapi.json')).json()
    expect(served).toEqual(JSON.parse(toOpenApiText(app, info)))
    expect(toOpenApiDocument(app, info)).toMatchObject({
      openapi: '3.1.0',
      info,
      paths: { '/things/{id}': { put: {} } },
    })
    expect(toOpenApiText(app, info)).toBe(toOpenApiText(setUp().app, info))
  })
})

describe('createApp, behind the server', () => {
  let server: HttpServer | undefined
  afterEach(() => server?.close(0))

  async function serve() {
    const set = setUp()
    server = await listen(set.app.fetch, {
      host: '127.0.0.1',
      port: 0,
      logger: set.logger,
      render: renderClientProblem,
    })
    return { ...set, port: server.port, url: `http://127.0.0.1:${server.port}` }
  }

  it.each(cases)('answers %s with a request id', async (_name, path, init, status) => {
    const { url } = await serve()
    const options: RequestInit = { ...init, redirect: 'manual' }
    const given = await fetch(url + path, { ...options, headers: { ...init.headers, 'x-request-id': GIVEN } })
    expect(given.status).toBe(status)
    expect(given.headers.get('x-request-id')).toBe(GIVEN)
    await given.arrayBuffer()
    const made = await fetch(url + path, options)
    expect(made.headers.get('x-request-id')).toMatch(UUID)
    await made.arrayBuffer()
  })

  it.each(cases)('lets nobody keep %s or read it as another type', async (_name, path, init) => {
    const { url } = await serve()
    const response = await fetch(url + path, { ...init, redirect: 'manual' })
    await response.arrayBuffer()
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(response.headers.get('cache-control')).toBe('no-store')
  })

  it('reads no further in a chunked body behind its answer, and closes the connection', async () => {
    const { port } = await serve()
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => undefined)
    const answered = new Promise<string>((resolve) => socket.once('data', (part: Buffer) => resolve(String(part))))
    const closed = new Promise((resolve) => socket.once('close', resolve))
    socket.write('POST /nowhere HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n')
    expect(await answered).toContain(' 404 ')
    const chunks = Buffer.from('1\r\n \r\n'.repeat(10_000))
    const writeOn = () => {
      while (socket.write(chunks));
      socket.once('drain', writeOn)
    }
    writeOn()
    const taken = () => socket.bytesWritten - socket.writableLength
    await new Promise((resolve) => setTimeout(resolve, 150))
    const atFirst = taken()
    await closed
    // What the socket's buffers still took; a server that reads on takes megabytes.
    expect(taken() - atFirst).toBeLessThan(1_000_000)
  })

  it('leaves a route its own rule of how long an answer may be kept', async () => {
    const { url } = await serve()
    const response = await fetch(`${url}/kept`)
    expect(response.headers.get('cache-control')).toBe('no-cache')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    await response.arrayBuffer()
  })

  it('writes the line of a stream when its last byte has left', async () => {
    const { url, accessLines, release } = await serve()
    const response = await fetch(`${url}/stream`)
    const reader = response.body!.getReader()
    await reader.read()
    expect(accessLines()).toEqual([])
    release()
    await reader.read()
    await vi.waitFor(() => expect(accessLines()).toMatchObject([{ route: '/stream', status: 200 }]))
    expect(accessLines()[0]).not.toHaveProperty('aborted')
  })

  it('says when the caller has left', async () => {
    const { url, accessLines } = await serve()
    const caller = new AbortController()
    const response = await fetch(`${url}/stream`, { signal: caller.signal })
    await response.body!.getReader().read()
    caller.abort()
    await vi.waitFor(() => expect(accessLines()).toMatchObject([{ route: '/stream', aborted: true }]))
  })
})
