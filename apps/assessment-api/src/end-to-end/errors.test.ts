import { once } from 'node:events'
import { createConnection } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readJson, startApi, type TestApi } from './start-api.ts'

interface ErrorBody {
  readonly error: string
  readonly details?: readonly { readonly path: string; readonly message: string }[]
}

const JSON_BODY = { 'content-type': 'application/json' }

describe('what goes wrong', () => {
  let api: TestApi
  let token: string
  beforeAll(async () => {
    api = await startApi({ MAX_BODY_BYTES: '2048' })
    token = await api.token()
  })
  afterAll(() => api.stop())

  const send = (method: string, path: string, init: RequestInit = {}) =>
    fetch(api.url + path, { method, ...init, headers: { authorization: `Bearer ${token}`, ...init.headers } })

  it.each<[string, string, string, RequestInit, number, string, string?]>([
    ['no project', 'GET', '/v1/cbom', {}, 400, 'Invalid request', 'query.project'],
    ['an empty project', 'GET', '/v1/findings?project=', {}, 400, 'Invalid request', 'query.project'],
    ['two projects', 'GET', '/v1/scores?project=a&project=b', {}, 400, 'Invalid request', 'query.project'],
    ['a null character', 'GET', '/v1/plan?project=a%00b', {}, 400, 'Invalid request', 'query.project'],
    ['a very long path', 'GET', `/v1/plan?project=${'a'.repeat(5_000)}`, {}, 400, 'Invalid request', 'query.project'],
    ['an unknown format', 'GET', '/v1/reports?project=.&format=pdf', {}, 400, 'Invalid request', 'query.format'],
    [
      'an unknown version',
      'GET',
      '/v1/cbom?project=.&format=cyclonedx&version=1.5',
      {},
      400,
      'Invalid request',
      'query.version',
    ],
    [
      'an unknown version in Accept',
      'GET',
      '/v1/cbom?project=.',
      { headers: { accept: 'application/vnd.cyclonedx+json; version=1.5' } },
      400,
      'Invalid request',
      'header.accept',
    ],
    ['no body', 'POST', '/v1/scans', { headers: JSON_BODY }, 400, 'Invalid request'],
    ['a body that is no JSON', 'POST', '/v1/scans', { headers: JSON_BODY, body: '{' }, 400, 'Invalid request'],
    [
      'a body without project',
      'POST',
      '/v1/scans',
      { headers: JSON_BODY, body: '{}' },
      400,
      'Invalid request',
      'body.project',
    ],
    [
      'a project that is no text',
      'POST',
      '/v1/scans',
      { headers: JSON_BODY, body: '{"project":1}' },
      400,
      'Invalid request',
      'body.project',
    ],
    ['a body that is a list', 'POST', '/v1/reports/render', { headers: JSON_BODY, body: '[]' }, 400, 'Invalid request'],
    ['a deep body', 'POST', '/v1/scans', { headers: JSON_BODY, body: '['.repeat(2_000) }, 400, 'Invalid request'],
    [
      'another media type',
      'POST',
      '/v1/scans',
      { headers: { 'content-type': 'text/plain' }, body: '{}' },
      415,
      'Unsupported media type',
    ],
    [
      'too long a body',
      'POST',
      '/v1/scans',
      { headers: JSON_BODY, body: `{"project":"${'a'.repeat(3_000)}"}` },
      413,
      'Request too large',
    ],
    [
      'no clientId',
      'POST',
      '/v1/auth/token',
      { headers: JSON_BODY, body: '{"secret":"x"}' },
      400,
      'Invalid request',
      'body.clientId',
    ],
    ['an unknown template', 'GET', '/v1/questionnaire/templates/nothing', {}, 404, 'Not found'],
    ['an unknown response', 'GET', '/v1/questionnaire/responses/nothing', {}, 404, 'Not found'],
    ['an unknown path', 'GET', '/v1/nothing', {}, 404, 'Not found'],
    ['a wrong method', 'DELETE', '/v1/scans', {}, 405, 'Method not allowed'],
  ])('%s', async (_name, method, path, init, status, error, place) => {
    const response = await send(method, path, init)
    expect(response.status).toBe(status)
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    const body = await readJson<ErrorBody>(response)
    expect(body).toMatchObject({ error, message: expect.any(String) })
    if (place !== undefined) expect(body.details).toEqual([{ path: place, message: expect.any(String) }])
  })

  it('an unknown client, and nothing else of the body is looked at', async () => {
    for (const body of [{ clientId: 'nobody' }, { clientId: 'nobody', secret: { any: ['thing'] } }]) {
      const response = await api.post('/v1/auth/token', body)
      expect(response.status).toBe(401)
      expect(await response.json()).toEqual({ error: 'Invalid credentials' })
    }
    expect((await api.post('/v1/auth/token', { clientId: 'exec-001', secret: { any: 1 } })).status).toBe(200)
  })

  it('GET /v1/cbom of what is not there: the scan is incomplete', async () => {
    for (const query of ['', '&format=cyclonedx']) {
      const response = await api.get(`/v1/cbom?project=/does/not/exist${query}`, token)
      expect(response.status).toBe(500)
      expect(response.headers.get('x-scan-failure')).toBe('not-found')
      expect(await response.json()).toEqual({ title: 'Scan incomplete', status: 500 })
    }
  })

  it.each([
    ['GET', 'findings'],
    ['GET', 'findings?format=sarif'],
    ['GET', 'scores'],
    ['GET', 'cnsa-verdict'],
    ['GET', 'plan'],
    ['GET', 'reports'],
    ['POST', 'reports/render'],
  ])('%s /v1/%s of what is not there: the masked failure, whose id is in the log', async (method, name) => {
    const project = '/does/not/exist'
    const response =
      method === 'POST'
        ? await api.post(`/v1/${name}`, { project }, token)
        : await api.get(`/v1/${name}${name.includes('?') ? '&' : '?'}project=${project}`, token)
    expect(response.status).toBe(500)
    expect(response.headers.get('x-scan-failure')).toBe('not-found')
    expect(response.headers.get('content-type')).toBe('application/json')
    const body = await readJson<{ id: string }>(response)
    expect(body).toEqual({ error: 'Internal server error', id: expect.stringMatching(/^[0-9a-f]{8}$/) })
    expect(api.logged()).toContainEqual(expect.objectContaining({ errorId: body.id, reason: 'not-found' }))
  })

  it('POST /v1/scans of what is not there: a failed scan, which enters the history', async () => {
    const response = await api.post('/v1/scans', { project: '/does/not/../not/exist' }, token)
    expect(response.status).toBe(500)
    expect(response.headers.get('x-scan-failure')).toBe('not-found')
    const result = await readJson<{ id: string }>(response)
    expect(result).toEqual({ id: expect.any(String), status: 'failed', findings: 0 })
    const path = '/does/not/exist'
    const timestamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/)
    expect(await (await api.get('/v1/history', token)).json()).toEqual([
      { id: result.id, path, findingCount: 0, score: 0, status: 'failed', timestamp },
    ])
  })

  it.each([
    ['no project', '/v1/cbom', 'is required'],
    ['an empty project', '/v1/findings?project=', 'must not be empty'],
    ['two projects', '/v1/scores?project=a&project=b', 'must be given once, as text'],
    ['a very long path', `/v1/plan?project=${'a'.repeat(5_000)}`, 'must have at most 4096 characters'],
    ['a null character', '/v1/plan?project=a%00b', 'must not hold a null character'],
  ])('says what is wrong with %s', async (_name, path, message) => {
    const body = await readJson<ErrorBody>(api.get(path, token))
    expect(body.details).toEqual([{ path: 'query.project', message }])
  })

  it.each([
    ['a bad answer', [{ questionId: 'nothing', value: 'x' }], 'question nothing: is not in this template'],
    ['a bad option', [{ questionId: 'keys-hsm', value: 'x' }], 'question keys-hsm: must be one of'],
    [
      'a score off the scale',
      [{ questionId: 'keys-hsm', value: 'x', score: 4 }],
      'question keys-hsm: must lie between 0 and 3',
    ],
  ])('%s: 400, with the question named', async (_name, answers, message) => {
    const response = await api.post(
      '/v1/questionnaire/submit',
      { templateId: 'post-quantum-readiness', answers },
      token,
    )
    expect(response.status).toBe(400)
    const body = await readJson<ErrorBody>(response)
    expect(body.error).toBe('Invalid request')
    expect(body.details?.[0]?.message).toContain(message)
  })

  it('answers to an unknown questionnaire: 404', async () => {
    const response = await api.post('/v1/questionnaire/submit', { templateId: 'nothing', answers: [] }, token)
    expect(response.status).toBe(404)
  })

  it.each([
    ['no HTTP', 'hello\r\n\r\n', 400, 'Invalid request'],
    [
      'a path with a backslash',
      'GET /v1\\cbom HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n',
      400,
      'Invalid request',
    ],
    [
      'headers too large',
      `GET / HTTP/1.1\r\nhost: a\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`,
      431,
      'Request headers too large',
    ],
  ])('%s: an error of the same form', async (_name, text, status, error) => {
    const answer = await speak(api, text)
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(answer).toMatch(/access-control-allow-origin: \*/i)
    expect(answer).toContain(`{"error":"${error}"`)
  })

  it.each(['example.org', 'UPPER.example:1', 'a b', 'a_b!', '[::1]:8084', 'xn--mnchen-3ya.de', '%41', 'a'.repeat(300)])(
    'is not the host %j: any is taken',
    async (host) => {
      const answer = await speak(api, `GET /openapi/v1.json HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`)
      expect(answer).toMatch(/^HTTP\/1.1 200 OK\r\n/)
    },
  )
})

describe('a failure of the service itself', () => {
  it('says only the id of its log line', async () => {
    const now = { broken: false }
    const clock = {
      nowMs: () => {
        if (now.broken) throw new TypeError('the secret reason')
        return Date.now()
      },
      monotonicMs: () => performance.now(),
    }
    const api = await startApi({}, { clock })
    try {
      const token = await api.token()
      now.broken = true
      const response = await api.get('/v1/history', token)
      now.broken = false
      expect(response.status).toBe(500)
      expect(response.headers.get('access-control-allow-origin')).toBe('*')
      const body = await readJson<{ id: string }>(response)
      expect(body).toEqual({ error: 'Internal server error', id: expect.stringMatching(/^[0-9a-f]{8}$/) })
      expect(api.logged()).toContainEqual(
        expect.objectContaining({ msg: 'request failed', errorId: body.id, level: 'error' }),
      )
    } finally {
      await api.stop()
    }
  })
})

/** Sends bytes as they are, and gives the answer up to the end of the connection. */
async function speak({ service }: TestApi, text: string): Promise<string> {
  const socket = createConnection({ port: service.port, host: '127.0.0.1' })
  const parts: Buffer[] = []
  socket.on('data', (part) => parts.push(part))
  socket.write(text)
  await once(socket, 'close')
  return Buffer.concat(parts).toString()
}
