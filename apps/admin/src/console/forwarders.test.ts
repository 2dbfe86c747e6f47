import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { UnsecuredJWT } from 'jose'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type ConsoleStack, startConsoleStack } from '../testing/console-stack.ts'
import { okJson, problemOf } from '../testing/test-stack.ts'

/*
 * What passes, and what does not. That a real gateway and a real assessment API answer is tried with the local stack.
 */

interface Seen {
  readonly method: string
  readonly url: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

let stack: ConsoleStack
let other: Server
let seen: Seen[] = []
/** How the other service answers. */
let answer: (request: IncomingMessage, response: ServerResponse) => void
const plainly = (_request: IncomingMessage, response: ServerResponse) => response.end('{"ok":true}')

beforeAll(async () => {
  other = createServer(async (request, response) => {
    const parts: Buffer[] = []
    try {
      for await (const part of request) parts.push(part)
    } catch {
      // It was ended before its end: nothing was seen.
      return
    }
    const { method = '', url = '', headers } = request
    if (url === '/v1/auth/token') {
      const token = new UnsecuredJWT({}).setExpirationTime('8h').encode()
      response.end(JSON.stringify({ token: `${token}${JSON.parse(String(Buffer.concat(parts))).clientId}` }))
      return
    }
    seen.push({ method, url, headers, body: String(Buffer.concat(parts)) })
    answer(request, response)
  })
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  const address = other.address()
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  stack = await startConsoleStack({
    ...{ GATEWAY_URL: url, ASSESSMENT_API_URL: `${url}/`, CONSOLE_FORWARD_BYTES: '2048' },
    CONSOLE_UPLOAD_BYTES: '4096',
    CONSOLE_SAMPLE_USERS: JSON.stringify([{ name: 'alice', title: 'Employee', token: 'token-of-alice' }]),
  })
})
afterAll(async () => {
  await stack?.stop()
  other.closeAllConnections()
  other.close()
})
afterEach(() => {
  seen = []
  answer = plainly
})

const CHAT = '/console/gateway/v1/chat/completions'

describe('the playground', () => {
  it('asks the gateway with the person’s own token, or with that of a sample user', async () => {
    answer = plainly
    const browser = await stack.loggedIn('u-bob')
    expect(await okJson(await browser.call('POST', `${CHAT}?a=b`, { model: 'm' }))).toEqual({ ok: true })
    await browser.call('POST', CHAT, { model: 'm' }, { 'x-sluice-as': 'alice' })
    const [own, posed] = seen
    expect(own).toMatchObject({ method: 'POST', url: '/v1/chat/completions?a=b', body: '{"model":"m"}' })
    const [, claims = ''] = own?.headers.authorization?.split('.') ?? []
    expect(JSON.parse(String(Buffer.from(claims, 'base64url')))).toMatchObject({ sub: 'u-bob' })
    expect(posed?.headers.authorization).toBe('Bearer token-of-alice')
    const session = await okJson(await browser.call('GET', '/console/session'))
    expect(session).toMatchObject({ playground: { users: [{ name: 'alice', title: 'Employee' }] } })
    expect(JSON.stringify(session)).not.toContain('token-of-alice')
  })

  it.each([
    ['GET', 'chat/completions/chatcmpl-1'],
    ['GET', 'responses/resp_1'],
    ['GET', 'responses/resp_1/input_items'],
    ['DELETE', 'responses/resp_1'],
    ['POST', 'responses'],
    ['POST', 'messages'],
    ['POST', 'mcp/files'],
    ['GET', 'messages/msg_1'],
  ])('reaches nothing that a sample user has stored: %s %s', async (method, path) => {
    const browser = await stack.loggedIn('u-bob')
    const body = method === 'POST' ? {} : undefined
    const answer = await browser.call(method, `/console/gateway/v1/${path}`, body, { 'x-sluice-as': 'alice' })
    expect(await problemOf(answer)).toMatchObject({ status: 403, code: 'action_not_permitted' })
    expect(seen).toEqual([])
  })

  it('poses in a session of the two, and in none that the sample user has', async () => {
    const [bob, carol] = [await stack.loggedIn('u-bob'), await stack.loggedIn('carol')]
    for (const browser of [bob, bob, carol]) {
      const wanted = { 'x-session-id': '7', 'cache-control': 'max-age=600' }
      await browser.call('POST', CHAT, {}, { 'x-sluice-as': 'alice', ...wanted })
    }
    // Nor is an answer given that is remembered for the sample user.
    expect(seen.map(({ headers }) => headers['cache-control'])).toEqual(['no-store', 'no-store', 'no-store'])
    await bob.call('GET', '/console/gateway/v1/models', undefined, { 'x-sluice-as': 'alice' })
    const [first, again, other] = seen.map(({ headers }) => headers['x-session-id'])
    expect(first).toMatch(/^playground-[0-9a-f]{32}$/)
    expect([again, other === first]).toEqual([first, false])
    expect(seen).toHaveLength(4)
  })

  it('hands on named headers only, either way', async () => {
    answer = (_request, response) => {
      response.writeHead(429, { 'retry-after': '7', 'set-cookie': 'a=b', 'access-control-allow-origin': '*' })
      response.end('{}')
    }
    const browser = await stack.loggedIn('u-bob')
    const sent = { 'x-session-id': 'trial', 'x-forwarded-for': '10.0.0.1', 'x-evil': 'yes' }
    const got = await browser.call('POST', CHAT, {}, sent)
    expect(seen[0]?.headers).toMatchObject({ 'x-session-id': 'trial', 'content-type': 'application/json' })
    for (const name of ['cookie', 'x-sluice-console', 'x-sluice-as', 'x-forwarded-for', 'x-evil', 'origin']) {
      expect(seen[0]?.headers).not.toHaveProperty(name)
    }
    expect([got.status, got.headers.get('retry-after')]).toEqual([429, '7'])
    expect([got.headers.get('set-cookie'), got.headers.get('access-control-allow-origin')]).toEqual([null, null])
  })

  it.each([
    ['another address', '/console/gateway/v1/..%2f..%2fadmin/x'],
    ['a way up', '/console/gateway/v1/%2e%2e/metrics'],
    ['a host in the path', '/console/gateway/v1//evil.test/x'],
    ['an empty path', '/console/gateway/v1/'],
    ['a file of dots', '/console/gateway/v1/..;/x'],
  ])('asks for nothing at %s', async (_what, path) => {
    const browser = await stack.loggedIn('u-bob')
    // Where the path does not lead below `/v1/` any more, it is one of a screen, which takes no POST.
    expect([404, 405]).toContain((await browser.call('POST', path, {})).status)
    expect(seen).toEqual([])
  })

  it('follows no redirect', async () => {
    answer = (_request, response) => {
      response.writeHead(302, { location: `${stack.url}/health/live` })
      response.end()
    }
    const browser = await stack.loggedIn('u-bob')
    expect(await problemOf(await browser.call('POST', CHAT, {}))).toMatchObject({ code: 'dependency_unavailable' })
  })

  it('bounds what is asked, and knows no other names', async () => {
    const browser = await stack.loggedIn('u-bob')
    expect(await problemOf(await browser.call('POST', CHAT, { text: 'a'.repeat(3_000) }))).toMatchObject({
      code: 'request_too_large',
    })
    expect(await problemOf(await browser.call('POST', CHAT, {}, { 'x-sluice-as': 'mallory' }))).toMatchObject({
      code: 'invalid_request',
    })
    expect(seen).toEqual([])
  })

  it('is for nobody without a session, or from elsewhere', async () => {
    expect((await stack.browser().call('POST', CHAT, {})).status).toBe(401)
    const browser = await stack.loggedIn('u-bob')
    expect((await browser.call('POST', CHAT, {}, { 'x-sluice-console': '' })).status).toBe(401)
    expect((await browser.call('POST', CHAT, {}, { 'sec-fetch-site': 'same-site' })).status).toBe(403)
    expect(seen).toEqual([])
  })

  it('streams, and ends the exchange when the browser leaves or its person is frozen', async () => {
    const over = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    let asked = 0
    answer = (_request, response) => {
      const number = asked
      asked += 1
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write('data: first\n\n')
      response.on('close', () => over[number]?.resolve())
    }
    const begin = async (signal: AbortSignal) => {
      const browser = await stack.loggedIn('u-bob')
      const headers = { 'x-sluice-console': '1', 'content-type': 'application/json' }
      const got = await browser.send(CHAT, { method: 'POST', headers, body: '{}', signal })
      const reader = got.body?.getReader()
      expect(String(Buffer.from((await reader?.read())?.value ?? []))).toBe('data: first\n\n')
      return reader
    }
    const left = new AbortController()
    await begin(left.signal)
    left.abort()
    await over[0]?.promise
    const reader = await begin(new AbortController().signal)
    await stack.call('carol', 'POST', '/admin/users/u-bob/freeze', { reason: 'A drill.' })
    await over[1]?.promise
    await expect(reader?.read()).rejects.toThrow()
    await stack.call('carol', 'POST', '/admin/users/u-bob/unfreeze', { reason: 'A drill.' })
  })
})

describe('the assessment', () => {
  it('is asked with a token of the console’s own, by the person’s role, and acts are on record', async () => {
    answer = plainly
    const [ciso, auditor] = [await stack.loggedIn('carol'), await stack.loggedIn('grace')]
    await stack.takeRecords()
    await okJson(await ciso.call('GET', '/console/assessment/v1/history'))
    await okJson(await auditor.call('POST', '/console/assessment/v1/scans', { project: '.' }))
    expect(seen.map(({ headers }) => headers.authorization)).toEqual([
      expect.stringMatching(/admin-001$/),
      expect.stringMatching(/auditor-001$/),
    ])
    expect(await stack.takeRecords()).toMatchObject([
      { event: 'assessment.called', actor: 'user:grace', details: { call: 'POST /v1/scans' } },
    ])
    expect(await okJson(await ciso.call('GET', '/console/session'))).toMatchObject({ assessment: true })
  })

  it('is not there for others', async () => {
    const browser = await stack.loggedIn('u-alice')
    expect(await problemOf(await browser.call('GET', '/console/assessment/v1/history'))).toMatchObject({
      code: 'action_not_permitted',
      detail: 'This needs the role CISO, AIGO, or Auditor.',
    })
    expect(await okJson(await browser.call('GET', '/console/session'))).toMatchObject({ assessment: false })
    expect(seen).toEqual([])
  })

  describe('takes a project', () => {
    const UPLOAD = '/console/assessment/v1/projects?name=shop'
    const headers = { 'x-sluice-console': '1', 'content-type': 'application/zip' }
    const send = async (body: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>) => {
      const browser = await stack.loggedIn('carol')
      return await browser.send(UPLOAD, { method: 'POST', headers, body, duplex: 'half' })
    }

    it('longer than other requests, and hands it on as it comes', async () => {
      answer = plainly
      expect((await send(new Uint8Array(3_000).fill(97))).status).toBe(200)
      expect(seen[0]).toMatchObject({ url: '/v1/projects?name=shop', body: 'a'.repeat(3_000) })
      expect(seen[0]?.headers).toMatchObject({ 'content-type': 'application/zip' })
    })

    it('up to a bound, whether its length is told or not', async () => {
      const long = new Uint8Array(5_000)
      const streamed = new ReadableStream<Uint8Array>({
        start(controller) {
          for (let at = 0; at < 5; at += 1) controller.enqueue(long.subarray(0, 1_000))
          controller.close()
        },
      })
      for (const body of [long, streamed]) {
        expect(await problemOf(await send(body))).toMatchObject({
          code: 'request_too_large',
          detail: expect.stringContaining('CONSOLE_UPLOAD_BYTES'),
        })
      }
      expect(seen.filter(({ body }) => body.length === 5_000)).toEqual([])
    })

    it('and hands on an answer that has no body', async () => {
      answer = (_request, response) => {
        response.writeHead(204)
        response.end()
      }
      const browser = await stack.loggedIn('carol')
      expect((await browser.call('DELETE', '/console/assessment/v1/projects/shop')).status).toBe(204)
      expect(seen[0]).toMatchObject({ method: 'DELETE', url: '/v1/projects/shop' })
    })
  })
})
