import { OpenAPIHono } from '@hono/zod-openapi'
import { createPrincipalReader, DEFAULT_ROLES_BY_GROUP } from '@sluice/auth'
import type { ServiceEnv } from '@sluice/service-kit'
import { describe, expect, it } from 'vitest'
import { addRoutes, OPERATIONS } from './add-routes.ts'
import type { Admin } from './admin.ts'
import { getSession } from './routes/get-session.ts'
import type { Operation } from './routes/operation.ts'

const readPrincipal = createPrincipalReader({ rolesByGroup: DEFAULT_ROLES_BY_GROUP })

/** Just enough for the gate; no route is asked beyond it. What the routes do is tested with real stores, end to end. */
function adminOf(parts: Partial<Admin> = {}): Admin {
  const unexpected = () => Promise.reject(new Error('not expected'))
  return {
    authenticator: {
      authenticate: async (header) => readPrincipal({ sub: 'carol', groups: header?.split(' ') ?? [] }),
      checkReady: unexpected,
    },
    activeUsers: { find: async () => ({ active: true }) },
    users: { find: unexpected, search: unexpected },
    sessions: { find: unexpected, findUser: async () => ({ sessions: 0 }), list: unexpected },
    freezes: {
      freezeSession: unexpected,
      unfreezeSession: unexpected,
      freezeUser: unexpected,
      unfreezeUser: unexpected,
    },
    identitySync: { status: unexpected, confirm: unexpected, close: unexpected },
    clock: { nowMs: () => 0, monotonicMs: () => 0 },
    onDenied: () => undefined,
    maxBodyBytes: 1_024,
    ...parts,
  }
}

const at = (path: string, method: 'get' | 'put' = 'get'): Operation => ({
  route: { ...getSession.route, path, method } as Operation['route'],
  answer: () => (context) => context.text('open to everyone'),
})

describe('addRoutes', () => {
  it.each<[string, readonly Operation[], RegExp]>([
    ['a route without a row', [...OPERATIONS, at('/admin/everything')], /GET \/admin\/everything has no row/],
    ['a method without a row', [...OPERATIONS, at('/admin/sessions', 'put')], /PUT \/admin\/sessions has no row/],
    ['a route outside of /admin', [...OPERATIONS, at('/open')], /GET \/open has no row/],
    ['a row without a route', OPERATIONS.slice(1), /GET \/admin\/sessions is in the access table/],
    ['a route that is there twice', [...OPERATIONS, at('/admin/sessions')], /twice/],
    ['a planned route that is built but still planned', [...OPERATIONS, at('/admin/policies')], /twice/],
  ])('does not start with %s', (_what, operations, message) => {
    expect(() => addRoutes(new OpenAPIHono<ServiceEnv>(), adminOf(), operations)).toThrow(message)
  })

  it('starts with what there is, and describes exactly what is built', () => {
    const app = new OpenAPIHono<ServiceEnv>()
    addRoutes(app, adminOf())
    const document = app.getOpenAPI31Document({ openapi: '3.1.0', info: { title: '', version: '' } })
    expect(Object.keys(document.paths ?? {})).toEqual([...new Set(OPERATIONS.map(({ route }) => route.path))])
    expect(JSON.stringify(document)).not.toContain('/admin/policies')
  })
})

describe('the gate', () => {
  const build = (parts: Partial<Admin>) => {
    const app = new OpenAPIHono<ServiceEnv>()
    const codes: string[] = []
    const order: string[] = []
    app.onError((error) => new Response('code' in error ? String(error.code) : error.message))
    addRoutes(app, adminOf({ onDenied: ({ code }) => codes.push(code), ...parts }))
    // Added behind the back of addRoutes.
    app.get('/admin/backdoor', (context) => context.text('open to everyone'))
    const ask = async (path: string, groups = 'role:ciso') =>
      await (await app.request(path, { headers: { authorization: groups } })).text()
    return { ask, codes, order }
  }

  it('keeps a route closed that was added behind its back', async () => {
    const { ask, codes } = build({})
    expect(await ask('/admin/backdoor')).toBe('action_not_permitted')
    expect(codes).toEqual(['action_not_permitted'])
  })

  it('asks no store about someone without the role', async () => {
    const fail = () => Promise.reject(new Error('asked'))
    const { ask } = build({ activeUsers: { find: fail } })
    expect(await ask('/admin/policies', 'role:auditor')).toBe('action_not_permitted')
    expect(await ask('/admin/policies', 'role:ciso')).toBe('asked')
  })

  it('lets nobody in whose state it cannot find out', async () => {
    const fail = () => Promise.reject(new Error('store away'))
    const sessions = { ...adminOf().sessions, findUser: fail }
    for (const parts of [{ activeUsers: { find: fail } }, { sessions }]) {
      const { ask, codes } = build(parts)
      expect(await ask('/admin/policies')).toBe('store away')
      expect(codes).toEqual(['internal_error'])
    }
  })

  it.each([
    ['active', { active: true }, undefined, 'not_implemented'],
    ['not active', { active: false }, undefined, 'user_not_active'],
    ['not known', undefined, undefined, 'user_not_active'],
    ['frozen', { active: true }, 'frozen', 'session_frozen'],
    ['let go again', { active: true }, 'active', 'not_implemented'],
    ['neither', { active: false }, 'frozen', 'user_not_active'],
  ] as const)('answers a caller who is %s', async (_what, user, state, answer) => {
    const freezeState = state && { state, version: 1, atMs: 1, reason: 'r', by: 'b' }
    const { ask } = build({
      activeUsers: { find: async () => user },
      sessions: { ...adminOf().sessions, findUser: async () => ({ sessions: 0, ...(freezeState && { freezeState }) }) },
    })
    expect(await ask('/admin/policies')).toBe(answer)
  })
})
