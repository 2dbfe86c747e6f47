import { ADMIN_ROLES, isAdminRole } from '@sluice/contracts'
import { ADMIN_GRANTS } from '@sluice/policy'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { OPERATIONS } from '../add-routes.ts'
import { type AdminStack, problemOf, startAdminStack } from '../testing/test-stack.ts'

/*
 * Every role at every endpoint over HTTP: each role, each pair of roles, no role, and every kind of bad token at each
 * endpoint. That the grants say what the specification says is tested beside them, in packages/policy; that each
 * endpoint names the right action, by the table of docs/administration.md.
 */

const PERMIT_EVERYTHING = 'permit (principal, action, resource);'

let stack: AdminStack
let sessionId: number

beforeAll(async () => {
  stack = await startAdminStack()
  sessionId = (await stack.begin('u-alice', { departments: ['finance'] })).id
  // What AIGO permits changes no cell: the built-in policies say the most that anybody may do.
  const everything = { id: 'everything', description: 'Everybody may do everything.', text: PERMIT_EVERYTHING }
  expect((await stack.call('erin', 'POST', '/admin/policies', everything)).status).toBe(201)
})
afterAll(() => stack.stop())

const roles = Object.keys(ADMIN_ROLES)
const combinations: readonly (readonly string[])[] = [
  [],
  ...roles.map((role) => [role]),
  ...roles.flatMap((one, place) => roles.slice(place + 1).map((other) => [one, other])),
]

/** The status for an admitted caller, with the requests below. */
const ADMITTED: Readonly<Record<string, number>> = {
  'GET /admin/sessions': 200,
  'GET /admin/sessions/{id}': 200,
  'POST /admin/sessions/{id}/freeze': 200,
  'POST /admin/sessions/{id}/unfreeze': 200,
  'GET /admin/users': 200,
  'GET /admin/users/{sub}': 200,
  'GET /admin/users/{sub}/limits': 200,
  'GET /admin/limits': 200,
  'GET /admin/users/{sub}/freeze': 200,
  'POST /admin/users/{sub}/freeze': 200,
  'POST /admin/users/{sub}/unfreeze': 200,
  // Nobody is frozen who is a CISO.
  'POST /admin/users/{sub}/joint-unfreeze': 409,
  'GET /admin/idp-sync': 200,
  'GET /admin/services': 200,
  'GET /admin/endpoints': 200,
  'GET /admin/overview': 200,
  'POST /admin/idp-sync/confirm': 404,
  'POST /admin/break-glass': 201,
  'GET /admin/break-glass': 200,
  // There is no such request.
  'POST /admin/break-glass/{id}/confirm': 404,
  'POST /admin/break-glass/{id}/revoke': 404,
  'GET /admin/break-glass/{id}/mappings': 404,
  'GET /admin/approvals': 200,
  // There is no such approval.
  'GET /admin/approvals/{id}': 404,
  'POST /admin/approvals/{id}': 404,
  'GET /admin/policies': 200,
  // No policy has this text.
  'POST /admin/policies': 400,
  'DELETE /admin/policies/{id}': 404,
  'GET /admin/policies/{id}/history': 404,
  'POST /admin/policies/simulate': 200,
  'POST /admin/policies/validate': 200,
  // Nothing is to be tested.
  'POST /admin/policies/test': 400,
  // There is no such record, and no checkpoint yet.
  'GET /admin/evidence/{request_id}': 404,
  'GET /admin/evidence': 409,
  'POST /admin/evidence/challenges': 409,
  // There is no such challenge.
  'GET /admin/evidence/challenges/{id}': 404,
  // No text has this digest.
  'GET /admin/policy-documents/{digest}': 404,
  'GET /admin/private-semantic-map': 200,
  // No upload has this form.
  'POST /admin/private-semantic-map': 400,
  // What is wrong with an upload is the answer.
  'POST /admin/private-semantic-map/check': 200,
  'GET /admin/audit-log': 200,
  // This service signs no log.
  'GET /admin/audit-log/verification': 409,
  'GET /admin/audit-log/keys': 409,
  // It asks for days.
  'GET /admin/usage': 400,
  'GET /admin/siem-events': 200,
  'GET /admin/siem-receivers': 200,
  'GET /admin/siem-dead-letters': 200,
  // There is no such letter.
  'POST /admin/siem-dead-letters/{id}/resend': 404,
  // There is no such receiver.
  'POST /admin/siem-dead-letters/resend': 404,
  'GET /admin/legal-holds': 200,
  // No order has this form.
  'POST /admin/legal-holds': 400,
  // There is no such hold.
  'DELETE /admin/legal-holds/{id}': 404,
  // No order has this form.
  'POST /admin/erasures': 400,
  'GET /admin/soar-deliveries': 200,
  // There is no such delivery.
  'POST /admin/soar-deliveries/{id}/resend': 404,
  'POST /admin/soar-deliveries/resend': 202,
  'GET /admin/soar-receivers': 200,
  // No order has this form.
  'POST /admin/api-keys': 400,
  'GET /admin/api-keys': 200,
  // There is no such key.
  'GET /admin/api-keys/{id}': 404,
  'POST /admin/api-keys/{id}/limits': 400,
  'POST /admin/api-keys/{id}/revoke': 404,
  'GET /admin/mcp-tools': 200,
  // No definition waits.
  'POST /admin/mcp-tools/accept': 404,
  'POST /admin/cache/forget': 200,
  'GET /admin/cache': 200,
}
const endpoints = OPERATIONS.map(({ action, route: { method, path } }) => ({
  name: `${method.toUpperCase()} ${path}`,
  ...{ method: method.toUpperCase(), path, action },
}))

const NO_UUID = '00000000-0000-4000-8000-000000000000'
const NO_DIGEST = 'a'.repeat(43)

/** A body that each endpoint understands, whatever then comes of it. */
function bodyOf(path: string, roles: readonly string[]): object {
  if (path === '/admin/policies/simulate') return { last: 1 }
  if (path === '/admin/policies/validate') return { text: 'no policy' }
  if (path === '/admin/idp-sync/confirm') return { run_id: NO_UUID }
  if (path.startsWith('/admin/approvals')) return { decision: 'deny', comment: 'a drill' }
  if (path === '/admin/mcp-tools/accept') {
    return { server: 'none', tool: 'none', digest: NO_DIGEST, reason: 'a drill' }
  }
  if (path === '/admin/siem-dead-letters/resend') return { receiver_id: 'none' }
  if (path === '/admin/break-glass') return { reason: 'a drill', drill: true }
  if (path === '/admin/evidence/challenges') return { by: 'leaf', numbers: [0] }
  if (path === '/admin/policies') {
    return { id: 'none', description: 'None.', text: 'no policy', immutable: !roles.includes('aigo') }
  }
  return { reason: 'a drill' }
}

function idIn(path: string): string {
  if (path.startsWith('/admin/policies/')) return 'none'
  if (path.startsWith('/admin/api-keys/')) return 'a'.repeat(16)
  return /break-glass|approvals|legal-holds|challenges|dead-letters/.test(path) ? NO_UUID : String(sessionId)
}

function queryOf(method: string, path: string): string {
  if (path === '/admin/evidence') return '?from=2026-01-01T00:00:00Z&to=2026-01-02T00:00:00Z'
  return method === 'DELETE' ? '?version=1' : ''
}

function request(method: string, path: string, authorization?: string, roles: readonly string[] = []) {
  const id = idIn(path)
  // Alice is of the department that the callers are of, and nobody freezes her here.
  const sub = path.endsWith('/limits') ? 'u-alice' : 'u-bob'
  const address = path.replace('{id}', id).replace('{sub}', sub).replace('{digest}', NO_DIGEST)
  const query = queryOf(method, path)
  const body = bodyOf(path, roles)
  return fetch(`${stack.url}${address}${query}`, {
    method,
    headers: { 'content-type': 'application/json', ...(authorization === undefined ? {} : { authorization }) },
    ...(method === 'POST' ? { body: JSON.stringify(body) } : {}),
  })
}

describe.each(endpoints)('$name', ({ name, method, path, action }) => {
  const isPermitted = (role: string) => isAdminRole(role) && ADMIN_GRANTS[action][role] !== undefined

  it.each(combinations.map((combination) => ({ combination })))(
    'for the roles $combination',
    async ({ combination }) => {
      const groups = ['dept:finance', 'role:employee', ...combination.map((role) => `role:${role}`)]
      const token = await stack.mint({ sub: 'office', groups })
      const response = await request(method, path, `Bearer ${token}`, combination)
      if (!combination.some(isPermitted)) {
        expect(await problemOf(response)).toMatchObject({ status: 403, code: 'action_not_permitted' })
      } else {
        expect(response.status).toBe(ADMITTED[name])
        expect(response.headers.get('cache-control')).toBe('no-store')
        await response.text()
      }
    },
  )

  it.each<[string, string, () => string | undefined | Promise<string | undefined>]>([
    ['no token', 'token_missing', () => undefined],
    ['another scheme', 'token_missing', () => 'Basic YTpi'],
    ['an empty token', 'token_missing', () => 'Bearer '],
    ['a malformed token', 'token_invalid', () => 'Bearer not-a-token'],
    ['an expired token', 'token_expired', () => bearer({ exp: 1_000 })],
    ['a token of the future', 'token_invalid', () => bearer({ nbf: 4_102_444_800 })],
    ['a token of another issuer', 'token_invalid', () => bearer({ iss: 'https://evil.example' })],
    ['a token for another audience', 'token_invalid', () => bearer({ aud: 'urn:other' })],
    ['a token without a subject', 'token_invalid', () => bearer({ sub: undefined })],
    ['an unsigned token', 'token_invalid', () => bearer({}, { alg: 'none' })],
    ['a token signed with the public key', 'token_invalid', () => bearer({}, { alg: 'HS256' })],
    ['a token of a foreign key', 'token_invalid', () => bearer({}, { key: 'foreign' })],
    ['an ID token', 'token_invalid', () => bearer({}, { typ: 'JWT' })],
  ])('for %s', async (_what, code, authorization) => {
    const response = await request(method, path, await authorization())
    expect(response.headers.get('www-authenticate')).toMatch(/^Bearer/)
    expect(await problemOf(response)).toMatchObject({ status: 401, code })
  })

  it('for someone who is not active, or not known, or of another tenant', async () => {
    const groups = roles.map((role) => `role:${role}`)
    for (const claims of [{ sub: 'gone' }, { sub: 'stranger' }, { sub: 'office', tid: 'other' }]) {
      const token = await stack.mint({ ...claims, groups })
      const response = await request(method, path, `Bearer ${token}`)
      expect(await problemOf(response)).toMatchObject({ status: 403, code: 'user_not_active' })
    }
  })

  it.each(['role:CISO', 'ciso', 'role:ciso ', 'ROLE:ciso', 'role:admin', 'role:*'])(
    'for the group %j, which maps to no role',
    async (group) => {
      const token = await stack.mint({ sub: 'office', groups: [group] })
      const response = await request(method, path, `Bearer ${token}`)
      expect(await problemOf(response)).toMatchObject({ status: 403, code: 'action_not_permitted' })
    },
  )
})

async function bearer(claims: object, overrides: object = {}) {
  const groups = roles.map((role) => `role:${role}`)
  return `Bearer ${await stack.oidc.mint({ sub: 'office', groups, ...claims }, overrides)}`
}
