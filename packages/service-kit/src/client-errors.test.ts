import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createConnection, type Socket } from 'node:net'
import type { HttpBindings } from '@hono/node-server'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { RenderClientError } from './client-errors.ts'
import { systemClock } from './clock.ts'
import { createApp } from './create-app.ts'
import { createHealth } from './health.ts'
import { type HttpServer, type ListenOptions, listen } from './http-server.ts'
import { createLogger } from './logger.ts'
import { createMetrics } from './metrics.ts'
import { problemSchema, renderClientProblem, renderProblem } from './problem.ts'

const GIVEN = '0190c2f0-8e6b-7cc0-9a3e-1b2c3d4e5f60'
const LARGE = 'x'.repeat(20_000)

let server: HttpServer | undefined
afterEach(() => server?.close(0))

async function serve(options: Partial<ListenOptions> = {}) {
  const lines: string[] = []
  const logger = createLogger({ service: 't', level: 'debug', destination: { write: (line) => void lines.push(line) } })
  const metrics = createMetrics({ service: 't', process: false })
  const health = createHealth({ clock: systemClock, logger })
  const info = { title: 'Test', version: '1' }
  const app = createApp({ info, clock: systemClock, logger, metrics, health, renderError: renderProblem })
  app.get('/text', (context) => context.text('ok'))
  app.post('/body', async (context) => context.text(await context.req.text()))
  app.get('/never', () => new Promise<never>(() => {}))
  app.post('/begin', (context) =>
    context.body(new ReadableStream({ start: (controller) => controller.enqueue(new TextEncoder().encode('begun')) })),
  )
  const fetch = (request: Request, bindings: HttpBindings) => {
    if (request.url.endsWith('/app-fails')) throw new Error('outside the app')
    return app.fetch(request, bindings)
  }
  server = await listen(fetch, { host: '127.0.0.1', port: 0, logger, metrics, render: renderClientProblem, ...options })
  const linesOf = (text: string) =>
    lines.map((line): Record<string, unknown> => JSON.parse(line)).filter(({ msg }) => msg === text)
  const requests = () => linesOf('request')
  const brokenOff = () => linesOf('request broke off')
  return { port: server.port, requests, brokenOff, metrics, lines }
}

/** Sends bytes and reads what comes back until the server closes. */
async function exchange(port: number, bytes: string) {
  const socket = createConnection({ port, host: '127.0.0.1' })
  let text = ''
  socket.setEncoding('utf8').on('data', (part) => {
    text += part
  })
  socket.on('error', () => undefined)
  socket.write(bytes)
  await once(socket, 'close')
  const [head = '', body = ''] = text.split('\r\n\r\n')
  return {
    status: Number(head.split(' ')[1]),
    requestId: /^x-request-id: (.*)$/im.exec(head)?.[1],
    length: Number(/^content-length: (.*)$/im.exec(head)?.[1]),
    head,
    body,
  }
}

const REFUSED: [name: string, bytes: string, status: number, code: string][] = [
  ['no HTTP', 'hello\r\n\r\n', 400, 'invalid_request'],
  ['a host that is none', 'GET /text HTTP/1.1\r\nhost: a b/c\r\nconnection: close\r\n\r\n', 400, 'invalid_request'],
  ['a path that is none', 'GET /a\\b HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n', 400, 'invalid_request'],
  ['no Host header', 'GET /text HTTP/1.1\r\n\r\n', 400, 'invalid_request'],
  ['two Host headers', 'GET /text HTTP/1.1\r\nhost: a\r\nHOST: b\r\n\r\n', 400, 'invalid_request'],
  ['no Host header in a POST', 'POST /body HTTP/1.1\r\ncontent-length: 1\r\n\r\nx', 400, 'invalid_request'],
  ['a tunnel', 'CONNECT example.com:443 HTTP/1.1\r\nhost: example.com:443\r\n\r\n', 400, 'invalid_request'],
  ['an expectation', 'GET /text HTTP/1.1\r\nhost: a\r\nexpect: 200-maybe\r\n\r\n', 417, 'expectation_failed'],
  ['headers too large', `GET /text HTTP/1.1\r\nhost: a\r\nx: ${LARGE}\r\n\r\n`, 431, 'headers_too_large'],
]

describe('a request that never reaches the app', () => {
  it.each(REFUSED)(
    '%s: has a problem, a request id, and a log line of the same id',
    async (_name, bytes, status, code) => {
      const { port, requests, metrics } = await serve()
      const answer = await exchange(port, bytes)
      expect(answer.status).toBe(status)
      const problem = problemSchema.strict().parse(JSON.parse(answer.body))
      expect(problem).toMatchObject({ status, code, request_id: answer.requestId })
      expect(answer.length).toBe(Buffer.byteLength(answer.body))
      expect(answer.head).toMatch(/^x-content-type-options: nosniff$/im)
      expect(answer.head).toMatch(/^cache-control: no-store$/im)
      const line = requests().find((request) => request.code === code)
      expect(line).toMatchObject({ requestId: answer.requestId, status, route: 'unmatched' })
      expect(await metrics.render()).toContain(`route="unmatched",status="${status}"`)
    },
  )

  it.each(REFUSED)('%s: has the form of the service', async (_name, bytes, status, code) => {
    const render: RenderClientError = (error) =>
      Response.json({ own: error.code }, { status, headers: { 'x-own': '1' } })
    const { port } = await serve({ render })
    const answer = await exchange(port, bytes)
    expect(answer.head).toMatch(/^x-own: 1$/m)
    expect(JSON.parse(answer.body)).toEqual({ own: code })
  })

  it('keeps the request id that the caller gave', async () => {
    const { port } = await serve()
    const head = `GET /text HTTP/1.1\r\nx-request-id: ${GIVEN}\r\n`
    expect((await exchange(port, `${head}\r\n`)).requestId).toBe(GIVEN)
    expect((await exchange(port, `${head}host: a\r\nexpect: nothing\r\n\r\n`)).requestId).toBe(GIVEN)
  })

  it('says that the Host header is missing', async () => {
    const { port } = await serve()
    expect(JSON.parse((await exchange(port, 'GET /text HTTP/1.1\r\n\r\n')).body)).toMatchObject({
      detail: 'Send a Host header, which HTTP/1.1 requires.',
    })
  })

  it('has no body when it asked for the head only', async () => {
    const { port } = await serve()
    const answer = await exchange(port, 'HEAD /text HTTP/1.1\r\n\r\n')
    expect([answer.status, answer.body]).toEqual([400, ''])
  })

  it('shows a failure between server and app as a failure of ours', async () => {
    const { port, lines, requests } = await serve()
    const answer = await exchange(port, 'GET /app-fails HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n')
    expect(JSON.parse(answer.body)).toMatchObject({ code: 'internal_error', request_id: answer.requestId })
    expect(requests()).toMatchObject([{ requestId: answer.requestId, status: 500 }])
    expect(lines.join('')).toContain('request failed outside the app')
    expect(answer.body).not.toContain('outside the app')
  })

  it.each(['a b/c', 'a_b!', '%41', ''])('is answered with the host %j where the service takes any', async (host) => {
    const { port } = await serve({ acceptAnyHost: true })
    const answer = await exchange(port, `GET /text HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`)
    expect([answer.status, answer.body]).toEqual([200, 'ok'])
  })

  it('needs a Host header even there, and none in HTTP/1.0', async () => {
    const { port } = await serve({ acceptAnyHost: true })
    expect((await exchange(port, 'GET /text HTTP/1.1\r\n\r\n')).status).toBe(400)
    expect((await exchange(port, 'GET /text HTTP/1.0\r\n\r\n')).status).toBe(200)
  })

  it('needs none in HTTP/1.0 elsewhere either, as health checks send none', async () => {
    const { port } = await serve()
    expect((await exchange(port, 'GET /text HTTP/1.0\r\n\r\n')).status).toBe(200)
  })
})

describe('a request that breaks while the app reads it', () => {
  it('is answered under the id of its own log line', async () => {
    const { port, requests, brokenOff } = await serve()
    const head = `POST /body HTTP/1.1\r\nhost: a\r\nx-request-id: ${GIVEN}\r\ntransfer-encoding: chunked\r\n\r\n`
    const answer = await exchange(port, `${head}zz\r\n`)
    expect([answer.status, answer.requestId]).toEqual([400, GIVEN])
    await vi.waitFor(() => expect(requests()).toMatchObject([{ requestId: GIVEN, route: '/body' }]))
    expect(brokenOff()).toMatchObject([{ requestId: GIVEN, code: 'invalid_request' }])
  })

  const limits = { requestTimeout: 50, headersTimeout: 50, connectionsCheckingInterval: 10 }

  it('is a 408 when its body takes too long, under the id of its own log line', async () => {
    const { port, requests, brokenOff, metrics } = await serve({ limits })
    const answer = await exchange(port, 'POST /body HTTP/1.1\r\nhost: a\r\ncontent-length: 5\r\n\r\nab')
    expect([answer.status, JSON.parse(answer.body).code]).toEqual([408, 'request_timeout'])
    const { requestId } = answer
    await vi.waitFor(() => expect(requests()).toMatchObject([{ requestId, route: '/body' }]))
    expect(brokenOff()).toMatchObject([{ requestId, code: 'request_timeout' }])
    expect(await metrics.render()).not.toContain('route="unmatched"')
  })

  it('is a 413 when its chunk extensions are too large', async () => {
    const { port, brokenOff } = await serve()
    const head = 'POST /body HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n'
    const answer = await exchange(port, `${head}1;${LARGE}\r\nx\r\n0\r\n\r\n`)
    const { requestId } = answer
    expect([answer.status, JSON.parse(answer.body).request_id]).toEqual([413, requestId])
    expect(brokenOff()).toMatchObject([{ requestId, code: 'request_too_large' }])
  })

  it('is a 408 when its headers take too long', async () => {
    const { port, requests } = await serve({ limits })
    const answer = await exchange(port, 'POST /body HTTP/1.1\r\nhost')
    expect([answer.status, JSON.parse(answer.body).code]).toEqual([408, 'request_timeout'])
    expect(requests()).toMatchObject([{ requestId: answer.requestId, code: 'request_timeout' }])
  })

  it('is cut when its answer has begun: ours would stand inside it', async () => {
    const { port } = await serve({ limits })
    const answer = await exchange(port, 'POST /begin HTTP/1.1\r\nhost: a\r\ncontent-length: 5\r\n\r\nab')
    expect([answer.status, answer.body]).toEqual([200, '5\r\nbegun\r\n'])
  })

  it('is cut when another answer is still owed on its connection', async () => {
    const { port } = await serve({ limits })
    const slow = 'GET /never HTTP/1.1\r\nhost: a\r\n\r\n'
    const late = 'POST /body HTTP/1.1\r\nhost: a\r\ncontent-length: 5\r\n\r\nab'
    expect((await exchange(port, slow + late)).head).toBe('')
  })
})

describe('a request for another protocol', () => {
  const ask = (upgrade: string) =>
    `GET /text HTTP/1.1\r\nhost: a\r\nconnection: upgrade, close\r\nupgrade: ${upgrade}\r\nsec-websocket-version: 13\r\n\r\n`

  it('is refused with 426 at once where it is WebSocket', async () => {
    const { port, requests } = await serve()
    const { status, head, requestId } = await exchange(port, ask('WebSocket'))
    expect(status).toBe(426)
    expect(head).toMatch(/^upgrade: HTTP\/1.1$/im)
    expect(requests()).toMatchObject([{ requestId, status: 426, code: 'upgrade_not_supported' }])
  })

  it.each([
    ['asks for WebSocket', `GET /text HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n`, 426],
    ['asks for a tunnel', 'CONNECT x:443 HTTP/1.1\r\nhost: x\r\n\r\n', 400],
    ['is no HTTP', 'HELLO\r\n\r\n', 400],
  ])(
    'is cut where its client %s, and neither closes the connection nor stops talking',
    async (_what, bytes, status) => {
      const { port } = await serve()
      const sockets = Array.from({ length: 20 }, () =>
        createConnection({ port, host: '127.0.0.1', allowHalfOpen: true }),
      )
      const answers = sockets.map(async (socket) => {
        let text = ''
        socket.setEncoding('utf8').on('data', (part) => {
          text += part
        })
        socket.on('error', () => undefined)
        socket.write(bytes)
        const talk = setInterval(() => socket.write('more'), 50)
        await new Promise((resolve) => socket.once('close', resolve))
        clearInterval(talk)
        return Number(text.split(' ')[1])
      })
      expect(new Set(await Promise.all(answers))).toEqual(new Set([status]))
    },
  )

  it('does not keep the server from closing', async () => {
    const { port } = await serve()
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    const socket = createConnection({ port, host: '127.0.0.1', allowHalfOpen: true })
    socket.on('error', () => undefined).write('CONNECT x:443 HTTP/1.1\r\nhost: x\r\n\r\n')
    await once(socket, 'data')
    const closing = server?.close(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(await closing).toBe(1)
    vi.useRealTimers()
  })

  it('is answered by HTTP where it is offered only', async () => {
    const { port } = await serve()
    expect((await exchange(port, ask('h2c'))).status).toBe(200)
  })
})

describe('a doorkeeper', () => {
  it('sees who connects, and answers requests that the app does not see', async () => {
    let connections = 0
    const doorkeeper = {
      onConnection: () => {
        connections += 1
      },
      turnsAway: ({ url }: IncomingMessage, outgoing: ServerResponse) => {
        if (url === '/text') return false
        setImmediate(() => outgoing.writeHead(503).end('full'))
        return true
      },
    }
    const { port, requests } = await serve({ doorkeeper })
    const ask = (path: string) => exchange(port, `GET ${path} HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n`)
    expect(await ask('/text')).toMatchObject({ status: 200, body: 'ok' })
    const refused = await ask('/never')
    expect(refused.status).toBe(503)
    expect(refused.head).toMatch(/^x-content-type-options: nosniff\r$/im)
    expect(connections).toBe(2)
    expect(requests()).toHaveLength(1)
  })
})

describe('a caller who has left', () => {
  const ask = 'POST /body HTTP/1.1\r\nhost: a\r\ncontent-length: 2\r\n\r\n{}'

  it.each<[string, (socket: Socket) => void]>([
    ['with a reset', (socket) => socket.resetAndDestroy()],
    ['in order', (socket) => socket.destroy()],
  ])('before anybody looked at the request is not worked for: %s', async (_how, leave) => {
    const { port, requests, metrics } = await serve()
    const left = Array.from({ length: 20 }, async () => {
      const socket = createConnection({ port, host: '127.0.0.1' }).on('error', () => undefined)
      await once(socket, 'connect')
      // The request and the end are there together.
      await new Promise((resolve) => socket.write(ask, resolve))
      leave(socket)
    })
    await Promise.all(left)
    expect(await exchange(port, ask.replace('\r\n\r\n', '\r\nconnection: close\r\n\r\n'))).toMatchObject({
      status: 200,
    })
    expect(requests().length).toBeLessThan(5)
    expect(await metrics.render()).toMatch(/http_requests_total\{[^}]*status="499"[^}]*\} \d+/)
  })

  it('does not change the order of requests that came together', async () => {
    const { port, requests } = await serve()
    const socket = createConnection({ port, host: '127.0.0.1' })
    socket.setEncoding('utf8')
    let text = ''
    socket.on('data', (part) => {
      text += part
    })
    const body = (word: string) => `POST /body HTTP/1.1\r\nhost: a\r\ncontent-length: 5\r\n\r\n${word}`
    socket.write(`${body('first')}${body('secnd')}GET /text HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n`)
    await once(socket, 'close')
    expect(text.match(/first|secnd|ok$/g)).toEqual(['first', 'secnd', 'ok'])
    expect(requests().map(({ route }) => route)).toEqual(['/body', '/body', '/text'])
  })
})
