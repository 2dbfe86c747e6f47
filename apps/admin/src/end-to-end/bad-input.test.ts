import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AdminStack, problemOf, startAdminStack } from '../testing/test-stack.ts'

/** What bodies and subjects carry, and no log may hold. */
const MARK = 'Leaky-Reason-4111111111111111'
const good = { reason: MARK }

let stack: AdminStack
let id: number
beforeAll(async () => {
  stack = await startAdminStack({ MAX_BODY_BYTES: '4096' })
  id = (await stack.begin('u-alice')).id
})
afterAll(async () => {
  expect(stack.logged()).not.toContain(MARK)
  await stack.stop()
})

async function expectRefusal(response: Response, status: number, code: string, place?: string) {
  const problem = await problemOf(response)
  expect(problem).toMatchObject({ status, code })
  expect(problem.request_id).toBe(response.headers.get('x-request-id'))
  if (place !== undefined) expect(problem.errors?.map(({ path }) => path)).toContain(place)
  expect(JSON.stringify(problem)).not.toContain(MARK)
  expect((await stack.sessions.find(id))?.state).toBe('active')
}

describe.each([
  ['/admin/sessions/ID/freeze', 'carol'],
  ['/admin/sessions/ID/unfreeze', 'carol'],
  ['/admin/users/u-alice/freeze', 'dave'],
  ['/admin/users/u-alice/unfreeze', 'carol'],
  ['/admin/idp-sync/confirm', 'carol'],
] as const)('the body of POST %s', (path, caller) => {
  const post = (body: unknown) => stack.call(caller, 'POST', path.replace('ID', String(id)), body)
  it.each<[string, unknown, number, string]>([
    ['nothing', undefined, 400, 'invalid_json'],
    ['an empty text', '', 400, 'invalid_json'],
    ['half a text', `{"reason":"${MARK}`, 400, 'invalid_json'],
    ['two texts', `{"reason":"${MARK}"}{}`, 400, 'invalid_json'],
    ['a form', `reason=${MARK}`, 400, 'invalid_json'],
    ['null', 'null', 400, 'invalid_request'],
    ['a list', [good], 400, 'invalid_request'],
    ['a text', JSON.stringify(MARK), 400, 'invalid_request'],
    ['invalid UTF-8', new Uint8Array([0x22, 0xc3, 0x28, 0x22]), 400, 'invalid_encoding'],
    ['a deep one', `{"reason":${'['.repeat(500)}${']'.repeat(500)}}`, 400, 'request_too_deep'],
    ['a long one', JSON.stringify({ reason: MARK, x: 'x'.repeat(4_096) }), 413, 'request_too_large'],
    ['5 MB', `{"reason":"${MARK.repeat(172_413)}"}`, 413, 'request_too_large'],
    ['a prototype', `{"__proto__":{"reason":"${MARK}"}}`, 400, 'invalid_request'],
  ])('that is %s', async (_what, body, status, code) => {
    await expectRefusal(await post(body), status, code)
  })
})

describe('an order', () => {
  const freeze = (body: unknown) => stack.call('carol', 'POST', `/admin/sessions/${id}/freeze`, body)
  it.each<[string, object, string]>([
    ['no reason', {}, 'body.reason'],
    ['an empty reason', { reason: '' }, 'body.reason'],
    ['a blank reason', { reason: ' \n\t ' }, 'body.reason'],
    ['a reason of 1,001 characters', { reason: 'x'.repeat(1_001) }, 'body.reason'],
    ['a reason that is a number', { reason: 7 }, 'body.reason'],
    ['a reason that is null', { reason: null }, 'body.reason'],
    ['a list of reasons', { reason: [MARK] }, 'body.reason'],
    ['a NUL in the reason', { reason: `${MARK}\u0000` }, 'body.reason'],
    ['an escape code in the reason', { reason: `${MARK}\u001b[2J` }, 'body.reason'],
    ['half a character in the reason', { reason: `${MARK}\ud800` }, 'body.reason'],
    ['an empty incident', { ...good, incident_id: '' }, 'body.incident_id'],
    ['an incident of 257 characters', { ...good, incident_id: 'x'.repeat(257) }, 'body.incident_id'],
    ['a member of its own', { ...good, actor: 'user:someone-else' }, 'body'],
    ['force where there is nothing to force', { ...good, force: true }, 'body'],
  ])('with %s', async (_what, body, place) => {
    await expectRefusal(await freeze(body), 400, 'invalid_request', place)
  })

  it('with a force that is no boolean', async () => {
    const response = await stack.call('carol', 'POST', '/admin/users/u-alice/freeze', { ...good, force: 'yes' })
    await expectRefusal(response, 400, 'invalid_request', 'body.force')
  })

  it('in a compressed body', async () => {
    const response = await fetch(`${stack.url}/admin/sessions/${id}/freeze`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${await stack.mint({ sub: 'carol', groups: ['role:ciso'] })}`,
        'content-encoding': 'gzip',
      },
      body: gzipSync(JSON.stringify(good)),
    })
    await expectRefusal(response, 415, 'unsupported_media_type')
  })

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'application/problem+json'])(
    'is taken for JSON where its media type is %s',
    async (mediaType) => {
      const { id: other } = await stack.begin('u-alice', { name: mediaType.replaceAll(/[^a-z]/g, '-') })
      const authorization = `Bearer ${await stack.mint({ sub: 'carol', groups: ['role:ciso'] })}`
      const response = await fetch(`${stack.url}/admin/sessions/${other}/freeze`, {
        method: 'POST',
        headers: { authorization, 'content-type': mediaType },
        body: JSON.stringify({ reason: 'a drill' }),
      })
      expect(response.status).toBe(200)
    },
  )

  it('of 1,000 characters in several lines is taken, and trimmed', async () => {
    const { id: other } = await stack.begin('u-bob')
    const reason = `line\r\n\tanother ${'ü'.repeat(985)}`
    const response = await stack.call('carol', 'POST', `/admin/sessions/${other}/freeze`, { reason: ` ${reason} ` })
    expect(response.status).toBe(200)
    expect((await stack.sessions.find(other))?.ownFreezeState).toMatchObject({ reason })
  })
})

describe('a session id', () => {
  const bad = ['0', '-1', '1e3', '1.0', '01', '0x1', '99999999999999999999', '9007199254740992', '%00', '1%00', 'abc']
  it.each([...bad, '%20', '1%20', '١', 'null', '1;drop', '%ff', '1%2f..', '{id}', 'undefined', 'NaN', '+1', '1,2'])(
    'such as %j',
    async (text) => {
      await expectRefusal(await stack.call('carol', 'GET', `/admin/sessions/${text}`), 400, 'invalid_request')
      const freeze = await stack.call('carol', 'POST', `/admin/sessions/${text}/freeze`, good)
      await expectRefusal(freeze, 400, 'invalid_request')
      const unfreeze = await stack.call('carol', 'POST', `/admin/sessions/${text}/unfreeze`, good)
      await expectRefusal(unfreeze, 400, 'invalid_request')
    },
  )

  it.each(['1', '999999', '9007199254740991'])('that could be one, %s, is 404', async (text) => {
    const path = `/admin/sessions/${text === '1' ? id + 1_000 : text}`
    await expectRefusal(await stack.call('carol', 'GET', path), 404, 'not_found')
  })
})

describe('a subject', () => {
  it.each(['%00', 'a%00b', '%0a', '%1b', '%7f', '%ff', '%c3%28', '%ed%a0%80', '%', '%2', '%zz', 'x'.repeat(257)])(
    'such as %j',
    async (text) => {
      await expectRefusal(await stack.call('carol', 'GET', `/admin/users/${text}/freeze`), 400, 'invalid_request')
      const body = { ...good, force: true }
      const freeze = await stack.call('carol', 'POST', `/admin/users/${text}/freeze`, body)
      await expectRefusal(freeze, 400, 'invalid_request')
    },
  )

  it.each([
    ['a/b', 404],
    ['', 404],
    ['x/..', 405],
  ])('that does not stay one segment, %j, is %i', async (text, status) => {
    const response = await stack.call('carol', 'POST', `/admin/users/${text}/freeze`, { ...good, force: true })
    expect((await problemOf(response)).status).toBe(status)
  })
})

describe('a query', () => {
  it.each([
    ['limit=0', 'query.limit'],
    ['limit=101', 'query.limit'],
    ['limit=-1', 'query.limit'],
    ['limit=1e1', 'query.limit'],
    ['limit=', 'query.limit'],
    ['limit=ten', 'query.limit'],
    ['cursor=0', 'query.cursor'],
    ['cursor=99999999999999999999', 'query.cursor'],
    ['cursor=abc', 'query.cursor'],
    ['state=thawed', 'query.state'],
    ['state=', 'query.state'],
    ['user=', 'query.user'],
    ['user=%00', 'query.user'],
    [`user=${'x'.repeat(257)}`, 'query.user'],
    ['user=a&user=b', 'query.user'],
    ['tenant=other', 'query'],
    ['department=finance', 'query'],
  ])('such as %s', async (query, place) => {
    await expectRefusal(await stack.call('carol', 'GET', `/admin/sessions?${query}`), 400, 'invalid_request', place)
  })

  it.each([
    ['audit-log?limit=0', 'query.limit: must be a whole number from 1 to 1000'],
    ['audit-log?limit=1001', 'query.limit: must be a whole number from 1 to 1000'],
    ['sessions/9007199254740992', 'path.id: must be a whole number from 1 to 9007199254740991'],
    ['audit-log?to=1969-12-31T23:59:59Z', 'query.to: must be in 1970 or later'],
    ...['audit-log?', 'audit-log?format=csv&', 'siem-events?', 'evidence?'].flatMap((path) =>
      ['2026-03-02T08:15:00Z', '2026-03-02T09:15:00%2B01:00', '2026-03-02T08:14:59.999Z'].map((to) => [
        `${path}from=2026-03-02T08:15:00Z&to=${to}`,
        'query.to: must be after from',
      ]),
    ),
    [
      'usage?by=day&from=2026-03-02&to=2026-03-01',
      'query.to: must not be before from, and less than 366 days after it',
    ],
    // A plus that is not encoded is a space.
    ...['2026-03-02', '2026-03-02T08:15:00', '2026-03-02T09:15:00+01:00', ''].flatMap((text) =>
      ['audit-log?from=', 'siem-events?from=', 'evidence?to=2026-04-01T00:00:00Z&from='].map((path) => [
        path + text,
        'query.from: must be a time with its offset, as 2026-03-02T08:15:00Z or 2026-03-02T09:15:00%2B01:00',
      ]),
    ),
  ])('such as %s says once how it is written', async (path, says) => {
    const caller = path.startsWith('siem') ? 'dave' : 'carol'
    const { detail, errors } = await problemOf(await stack.call(caller, 'GET', `/admin/${path}`))
    expect({ detail, count: errors?.length }).toEqual({ detail: says, count: 1 })
  })
})

it('the document that the service gives is the one in docs/api', async () => {
  const inDocs: unknown = JSON.parse(readFileSync(new URL('../../../../docs/api/admin.json', import.meta.url), 'utf8'))
  expect(await (await fetch(`${stack.url}/openapi.json`)).json()).toEqual(inDocs)
})

describe('an address', () => {
  it.each([
    ['PUT', '/admin/sessions', 405],
    ['DELETE', '/admin/sessions/1', 405],
    ['POST', '/admin/sessions', 405],
    ['GET', '/admin/sessions/1/freeze', 405],
    ['GET', '/admin', 404],
    ['GET', '/admin/', 404],
    ['GET', '/admin/sessions/', 404],
    ['GET', '//admin/sessions', 404],
    ['GET', '/ADMIN/sessions', 404],
    ['GET', '/admin/sessions/1/messages', 404],
    ['POST', '/admin/users/u-alice', 405],
  ])('%s %s is %i', async (method, path, status) => {
    const response = await stack.call('carol', method, path, method === 'GET' ? undefined : good)
    await expectRefusal(response, status, status === 405 ? 'method_not_allowed' : 'not_found')
  })

  it.each([
    '/admin/%73essions',
    '/%61dmin/sessions',
    '/admin/./sessions',
    '/x/../admin/sessions',
    '/x/%2e%2e/admin/sessions',
    '/admin//sessions',
    '/admin%2fsessions',
    '/admin/sessions;x=1',
    'http://elsewhere/admin/sessions',
  ])('of another spelling, %s, meets the same gate', async (path) => {
    const ask = async (claims: object | undefined) => {
      const authorization = claims && `Bearer ${await stack.mint({ ...claims })}`
      const headers = authorization === undefined ? {} : { authorization }
      const sent = request({ host: '127.0.0.1', port: stack.service.port, path, headers })
      sent.end()
      const [response] = (await once(sent, 'response')) as [IncomingMessage]
      response.resume()
      return response.statusCode
    }
    const [anonymous, employee] = [await ask(undefined), await ask({ sub: 'u-alice', groups: [] })]
    expect([anonymous, employee]).toEqual(anonymous === 404 ? [404, 404] : [401, 403])
  })

  it('asked for with HEAD meets the same gate', async () => {
    expect((await stack.call(undefined, 'HEAD', '/admin/sessions')).status).toBe(401)
    expect((await stack.call('u-alice', 'HEAD', '/admin/sessions')).status).toBe(403)
    expect((await stack.call('carol', 'HEAD', '/admin/sessions')).status).toBe(200)
  })

  it('that is no HTTP is answered with a problem', async () => {
    const socket = connect(stack.service.port, '127.0.0.1')
    socket.end('GET /admin/sessions HTTP/1.1\r\nbad header\r\n\r\n')
    let answer = ''
    for await (const part of socket) answer += part
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    expect(answer).toContain('application/problem+json')
  })
})
