import { SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ACCESS, type AccessRow } from '../access.ts'
import { ROUTES } from '../add-routes.ts'
import { AUDIENCE, ISSUER } from '../identity/tokens.ts'
import { CLIENTS, startApi, type TestApi } from './start-api.ts'

/** The matrix as the specification has it (section 5), with rows of this project's own below. */
const SPECIFIED = `
| /v1/auth/token | POST | anonymous | anonymous | anonymous |
| /v1/cbom | GET | Read | Read | Read |
| /v1/findings | GET | Read | Read | Read |
| /v1/scores | GET | Read | Read | Read |
| /v1/cnsa-verdict | GET | Read | Read | Read |
| /v1/plan | GET | Read | Read | Read |
| /v1/reports | GET | Read | Read | - |
| /v1/reports/render | POST | - | Execute | - |
| /v1/scans | POST | - | Execute | - |
| /v1/history | GET | Read | Read | Read |
| /v1/audit | GET | - | Read | - |
| /v1/questionnaire/templates | GET | - | Read | Read |
| /v1/questionnaire/templates/{id} | GET | - | Read | Read |
| /v1/questionnaire/submit | POST | - | Execute | Execute |
| /v1/questionnaire/responses | GET | - | Read | Read |
| /v1/questionnaire/responses/{id} | GET | - | Read | Read |
| /v1/cbom/key | GET | Read | Read | Read |
| /v1/scans | GET | Read | Read | Read |
| /v1/projects | GET | Read | Read | Read |
| /v1/projects | POST | - | Execute | - |
| /v1/projects/{name} | DELETE | - | Execute | - |
| /v1/permissions | GET | Read | Read | Read |
| /openapi/v1.json | GET | anonymous | anonymous | anonymous |
`

const ROLES = ['Executive', 'ConsultantAdmin', 'Auditor'] as const
const TOKEN_KEY = 'the key of this test, which has 32 characters or more'

const rows = SPECIFIED.trim()
  .split('\n')
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, path = '', method = '', ...cells]) => ({ path, method, cells: cells.slice(0, 3) }))

const cells = rows.flatMap(({ path, method, cells: permissions }) =>
  ROLES.map((role, index) => ({ path, method, role, permission: permissions[index] ?? '' })),
)

const guarded = rows.filter((row) => row.cells[0] !== 'anonymous')

const expiresAt = () => Math.floor(Date.now() / 1_000) + 60

function forge(change: (jwt: SignJWT) => SignJWT, key = TOKEN_KEY, role = 'ConsultantAdmin'): Promise<string> {
  const jwt = new SignJWT({ unique_name: 'Security Admin', role })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject('admin-001')
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setExpirationTime(expiresAt())
  return change(jwt).sign(new TextEncoder().encode(key))
}

const unsigned = () =>
  new UnsecuredJWT({ unique_name: 'Security Admin', role: 'ConsultantAdmin' })
    .setSubject('admin-001')
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setExpirationTime(expiresAt())
    .encode()

const badTokens: [string, () => Promise<string | undefined> | string | undefined][] = [
  ['no token', () => undefined],
  ['a token that is none', () => 'nonsense'],
  ['an expired token', () => forge((jwt) => jwt.setExpirationTime(Math.floor(Date.now() / 1_000)))],
  ['a token of a foreign key', () => forge((jwt) => jwt, 'some other key that is long enough for HS256')],
  ['a token without signature (alg none)', unsigned],
  ['a token of another issuer', () => forge((jwt) => jwt.setIssuer('urn:elsewhere'))],
  ['a token for another audience', () => forge((jwt) => jwt.setAudience('urn:elsewhere'))],
]

describe('the access matrix', () => {
  let api: TestApi
  const tokens = new Map<string, string>()
  beforeAll(async () => {
    api = await startApi({ TOKEN_KEY })
    for (const role of ROLES) tokens.set(role, await api.token(CLIENTS[role]))
  })
  afterAll(() => api.stop())

  /** The least that gets past the guard: what comes behind it may then say 400, 404 or 200, but not 401 or 403. */
  const call = async (method: string, path: string, token: string | undefined) => {
    const response = await api.call(method, path.replace(/\{\w+\}/, 'unknown'), token)
    return { status: response.status, body: await response.text(), headers: response.headers }
  }

  it('in the code is the one of the specification', () => {
    const specified = rows.map(({ path, method, cells: [executive, admin, auditor] }) => [
      `${method} ${path}`,
      executive === 'anonymous' ? executive : { Executive: executive, ConsultantAdmin: admin, Auditor: auditor },
    ])
    expect(ACCESS).toEqual(Object.fromEntries(specified))
  })

  it('has a row for every route, and a route for every row', () => {
    const described = ROUTES.map(({ method, path }) => `${method.toUpperCase()} ${path}`)
    expect([...described, 'GET /openapi/v1.json'].toSorted()).toEqual(Object.keys(ACCESS).toSorted())
  })

  it.each(cells)('$method $path for $role: $permission', async ({ path, method, role, permission }) => {
    const { status, body } = await call(method, path, tokens.get(role))
    if (permission === '-') {
      expect(status).toBe(403)
      expect(JSON.parse(body)).toEqual({ error: 'Forbidden', message: expect.any(String) })
    } else expect([200, 400, 404]).toContain(status)
  })

  it.each(rows)('$method $path for a role that nobody has', async ({ path, method, cells: [permission] }) => {
    const { status } = await call(method, path, await forge((jwt) => jwt, TOKEN_KEY, 'Nobody'))
    if (permission === 'anonymous') expect([200, 400]).toContain(status)
    else expect(status).toBe(403)
  })

  it.each(guarded.flatMap((row) => badTokens.map(([name, make]) => ({ ...row, name, make }))))(
    '$method $path with $name: 401',
    async ({ path, method, make }) => {
      const token = await make()
      const { status, body, headers } = await call(method, path, token)
      expect(status).toBe(401)
      const challenge = token === undefined ? /^Bearer$/ : /^Bearer error="invalid_token", error_description="/
      expect(headers.get('www-authenticate')).toMatch(challenge)
      expect(JSON.parse(body)).toEqual({ error: 'Unauthorized', message: expect.any(String) })
    },
  )

  it.each(guarded.filter(({ method }) => method === 'GET'))('HEAD $path without token: 401', async ({ path }) => {
    expect((await fetch(api.url + path, { method: 'HEAD' })).status).toBe(401)
  })

  it('names every role in every row that is not anonymous', () => {
    const open: AccessRow[] = Object.values(ACCESS)
    for (const row of open) if (row !== 'anonymous') expect(Object.keys(row).toSorted()).toEqual(ROLES.toSorted())
  })
})
