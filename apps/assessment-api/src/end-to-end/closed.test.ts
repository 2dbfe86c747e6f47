import { type IncomingMessage, request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readJson, startApi, type TestApi } from './start-api.ts'

const SECRET = 'the shared secret of this test'
const PORTAL = 'https://portal.example'

/** Sends a request with headers that `fetch` does not let one set. */
function send(api: TestApi, path: string, headers: Record<string, string>): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const sent = request(`${api.url}${path}`, { headers }, (response) => resolve(response.resume()))
    sent.on('error', reject).end()
  })
}

const statusWithHost = async (api: TestApi, host: string, path = '/openapi/v1.json') =>
  (await send(api, path, { host })).statusCode

const askForToken = (api: TestApi, body: object, headers: Record<string, string> = {}) =>
  fetch(`${api.url}/v1/auth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })

describe('an assessment API that is closed by its settings', () => {
  let api: TestApi
  beforeAll(async () => {
    api = await startApi({
      ASSESSMENT_ORIGINS: `${PORTAL},http://localhost:3000`,
      ASSESSMENT_HOSTS: 'Assess.Example.com,127.0.0.1',
      TOKEN_SECRET: SECRET,
    })
  })
  afterAll(async () => await api?.stop())

  it('gives a token for the shared secret only', async () => {
    const given = await askForToken(api, { clientId: 'admin-001', secret: SECRET })
    expect(given.status).toBe(200)
    for (const secret of [undefined, '', 'anything', `${SECRET}x`, SECRET.slice(1), 7, null, [SECRET]]) {
      const refused = await askForToken(api, { clientId: 'admin-001', secret })
      expect([secret, refused.status]).toEqual([secret, 401])
      expect(await readJson(refused)).toEqual({ error: 'Invalid credentials' })
    }
    expect((await askForToken(api, { clientId: 'nobody', secret: SECRET })).status).toBe(401)
  })

  it('serves the pages of the origins that are listed, and no others', async () => {
    const listed = await askForToken(api, { clientId: 'admin-001', secret: SECRET }, { origin: PORTAL })
    expect([listed.status, listed.headers.get('access-control-allow-origin')]).toEqual([200, PORTAL])
    for (const origin of ['https://evil.example', 'null', 'http://portal.example', `${PORTAL}.evil.example`]) {
      const refused = await askForToken(api, { clientId: 'admin-001', secret: SECRET }, { origin })
      expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([403, null])
      expect(await readJson(refused)).toEqual({ error: 'Forbidden', message: 'Pages of this origin are not served.' })
      const preflight = await fetch(`${api.url}/v1/auth/token`, {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'POST' },
      })
      expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([403, null])
    }
  })

  it.each([
    ['assess.example.com', 200],
    ['ASSESS.example.COM:8084', 200],
    ['127.0.0.1:49999', 200],
    ['evil.example', 403],
    ['assess.example.com.evil.example', 403],
    ['evil.example/assess.example.com', 403],
    ['[::1]:8084', 403],
  ])('serves the host %j with %i', async (host, status) => {
    expect(await statusWithHost(api, host)).toBe(status)
  })

  it('answers a health check under any host', async () => {
    expect(await statusWithHost(api, '10.1.2.3:8084', '/health/ready')).toBe(200)
    expect(await statusWithHost(api, '10.1.2.3:8084', '/metrics')).toBe(403)
  })

  it('tells nothing to every origin, errors before the app included', async () => {
    const { statusCode, headers } = await send(api, '/openapi/v1.json', { expect: 'nothing' })
    expect([statusCode, headers['access-control-allow-origin']]).toEqual([417, undefined])
    expect(api.logged().filter(({ level }) => level === 'error')).toEqual([])
    expect(JSON.stringify(api.logged())).not.toContain(SECRET)
  })
})
