import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi'
import { createPrincipalReader, DEFAULT_ROLES_BY_GROUP } from '@sluice/auth'
import { type AdminAction, createLevelPolicy } from '@sluice/policy'
import type { ServiceEnv } from '@sluice/service-kit'
import { describe, expect, it } from 'vitest'
import type { AdminEnv } from './access-gate.ts'
import { addRoutes, describeRoutes, OPERATIONS } from './add-routes.ts'
import type { Dependencies } from './dependencies.ts'
import { getSession } from './routes/get-session.ts'
import { errorAnswers, jsonAnswer, type Operation } from './routes/operation.ts'

const readPrincipal = createPrincipalReader({ rolesByGroup: DEFAULT_ROLES_BY_GROUP })

/** Just enough for the gate; no route is asked beyond it. What the routes do is tested with real stores, end to end. */
function dependenciesWith(parts: Partial<Dependencies> = {}): Dependencies {
  const unexpected = () => Promise.reject(new Error('not expected'))
  return {
    authenticator: {
      authenticate: async (header) => readPrincipal({ sub: 'carol', groups: header?.split(' ') ?? [] }),
      loginOf: () => ({}),
    },
    ...{ policies: createLevelPolicy({ clearances: {} }), activeUsers: { find: async () => ({ active: true }) } },
    users: { find: unexpected, findAll: unexpected, list: unexpected, search: unexpected },
    sessions: {
      ...{ find: unexpected, findUser: async () => ({ sessions: 0 }), list: unexpected },
      ...{ frozenUsers: unexpected, countFrozenUsers: unexpected, acknowledgements: unexpected, leases: unexpected },
    },
    ...{ consoleCallers: undefined, serviceStates: unexpected },
    freezes: {
      ...{ freezeSession: unexpected, unfreezeSession: unexpected, freezeUser: unexpected },
      ...{ unfreezeUser: unexpected, revokeClient: unexpected, announceClient: unexpected },
    },
    apiKeys: {
      ...{ insert: unexpected, find: unexpected, list: unexpected },
      ...{ changeLimits: unexpected, revoke: unexpected },
    },
    findService: () => undefined,
    rolesByGroup: {},
    answers: { measure: unexpected, forget: unexpected },
    jointUnfreeze: { agree: unexpected },
    breakGlass: { open: unexpected, confirm: unexpected, revoke: unexpected, reveal: unexpected },
    breakGlassGrants: { list: unexpected, lastProven: unexpected },
    storedPolicies: { all: unexpected, history: unexpected },
    policyDocuments: { find: unexpected },
    toolDefinitions: { list: unexpected, accept: unexpected },
    policyChanges: { save: unexpected, delete: unexpected },
    ...{ policySimulation: { simulate: unexpected }, policyTests: { run: unexpected } },
    ...{ readBudgets: unexpected, limitedDepartments: [] },
    identitySync: { status: unexpected, confirm: unexpected },
    auditTrail: { list: async () => [] },
    mappingHolds: { hold: unexpected, release: unexpected },
    legalHolds: { list: unexpected, open: unexpected, release: unexpected },
    erasures: { subjectOf: unexpected, erase: unexpected },
    sessionKeys: undefined,
    usage: { report: unexpected, usedBy: unexpected },
    soarDeliveries: {
      ...{ list: unexpected, find: unexpected, sendAgain: unexpected },
      ...{ sendAllAgain: unexpected, count: unexpected },
    },
    ...{ readPrincipal, overviews: { of: unexpected } },
    siem: {
      configured: [],
      receivers: { backlogOf: unexpected },
      letters: {
        ...{ list: unexpected, find: unexpected, sendAgain: unexpected },
        ...{ sendAllAgain: unexpected, countDead: unexpected },
      },
    },
    evidence: {
      ...{ proofs: { request: unexpected }, hurry: unexpected, waitMs: 0 },
    } as unknown as Dependencies['evidence'],
    log: { tiles: { read: unexpected }, checkpoints: { find: unexpected }, keys: undefined, trust: undefined },
    exports: { stream: unexpected, run: unexpected },
    readRecords: { note: async () => undefined },
    logOrigin: 'log.test',
    version: '0.0.0',
    approvals: { list: unexpected, get: unexpected, contentOf: unexpected, vote: unexpected },
    keyRing: undefined,
    outbox: { append: unexpected },
    clock: { nowMs: () => 0, monotonicMs: () => 0 },
    onDenied: () => undefined,
    codenames: { find: unexpected, gateways: unexpected, list: unexpected, upload: unexpected, check: unexpected },
    ...{ stepUp: {}, hasSampleUsers: false },
    maxBodyBytes: 1_024,
    maxUploadBytes: 1_024,
    ...parts,
  }
}

const textAnswer = { description: 'A text.', content: { 'text/plain': { schema: z.string() } } }

/** An operation that adds a route at this address. */
function at(action: AdminAction, path: string, method: 'get' | 'put' = 'get'): Operation {
  const route = createRoute({ method, path, responses: { 200: textAnswer } })
  return { action, route, add: (app) => void app.openapi(route, (context) => context.text('open to everyone', 200)) }
}

/** An operation that adds another route than the one that it names. */
const deceptive: Operation = { ...getSession, add: at('view-session', '/admin/everything').add }
const withoutListing = OPERATIONS.filter(({ action }) => action !== 'list-sessions')

describe('addRoutes', () => {
  it.each<[string, readonly Operation[], RegExp]>([
    ['an action without a route', withoutListing, /no admin route names the action list-sessions/],
    [
      'a route without an action',
      [...OPERATIONS.filter((one) => one !== getSession), deceptive],
      /GET \/admin\/everything names no action/,
    ],
    ['two routes of one action', [...OPERATIONS, at('list-sessions', '/admin/more')], /the same action/],
    ['two methods of one action', [...OPERATIONS, at('list-sessions', '/admin/sessions', 'put')], /the same action/],
    ['a route that is there twice', [...OPERATIONS, at('list-sessions', '/admin/sessions')], /twice/],
    ['two routes at one address', [...OPERATIONS, at('read-siem-events', '/admin/siem-events')], /twice/],
  ])('does not start with %s', (_what, operations, message) => {
    expect(() => addRoutes(new OpenAPIHono<ServiceEnv>(), dependenciesWith(), operations)).toThrow(message)
  })

  it('starts with what there is, and describes exactly what is built', () => {
    const app = new OpenAPIHono<ServiceEnv>()
    addRoutes(app, dependenciesWith())
    const document = app.getOpenAPI31Document({ openapi: '3.1.0', info: { title: '', version: '' } })
    expect(Object.keys(document.paths ?? {})).toEqual([...new Set(OPERATIONS.map(({ route }) => route.path))])
    const described = new OpenAPIHono<ServiceEnv>()
    describeRoutes(described)
    expect(described.getOpenAPI31Document({ openapi: '3.1.0', info: { title: '', version: '' } })).toEqual(document)
  })
})

describe('a typed route', () => {
  const route = createRoute({
    method: 'get',
    path: '/admin/typed',
    responses: { 200: jsonAnswer('A number.', z.object({ id: z.int() })), ...errorAnswers('not_found') },
  })

  it('takes only answers that it documents', () => {
    const app = new OpenAPIHono<AdminEnv>()
    app.openapi(route, (context) => context.json({ id: 1 }, 200))
    // @ts-expect-error: the member is no number.
    app.openapi(route, (context) => context.json({ id: 'one' }, 200))
    // @ts-expect-error: the member is missing.
    app.openapi(route, (context) => context.json({}, 200))
    // @ts-expect-error: no such status is documented.
    app.openapi(route, (context) => context.json({ id: 1 }, 202))
    expect(app.routes).toHaveLength(4)
  })
})

describe('the gate', () => {
  const build = (parts: Partial<Dependencies>) => {
    const app = new OpenAPIHono<ServiceEnv>()
    const codes: string[] = []
    const order: string[] = []
    app.onError((error) => new Response('code' in error ? String(error.code) : error.message))
    addRoutes(app, dependenciesWith({ onDenied: ({ code }) => codes.push(code), ...parts }))
    // Added beside addRoutes.
    app.get('/admin/backdoor', (context) => context.text('open to everyone', 200))
    const ask = async (path: string, groups = 'role:ciso') =>
      await (await app.request(path, { headers: { authorization: groups } })).text()
    return { ask, codes, order }
  }

  it('puts the caller into the log line of the request, also of one that is denied', async () => {
    const fields: unknown[] = []
    const app = new OpenAPIHono<ServiceEnv>()
    app.use(async (context, next) => {
      await next()
      fields.push(context.get('requestLogFields'))
    })
    app.onError((error) => new Response(error.message))
    addRoutes(app, dependenciesWith())
    await app.request('/admin/audit-log', { headers: { authorization: 'role:aigo' } })
    expect(fields).toEqual([{ tenant: 'default', sub: 'carol' }])
  })

  it('closes a route that was added without an operation', async () => {
    const { ask, codes } = build({})
    expect(await ask('/admin/backdoor')).toBe('action_not_permitted')
    expect(codes).toEqual(['action_not_permitted'])
  })

  it('asks no store about someone without the role', async () => {
    const fail = () => Promise.reject(new Error('asked'))
    const { ask } = build({ activeUsers: { find: fail } })
    expect(await ask('/admin/audit-log', 'role:aigo')).toBe('action_not_permitted')
    expect(await ask('/admin/audit-log', 'role:ciso')).toBe('asked')
  })

  it('refuses a caller whose state it cannot find out', async () => {
    const fail = () => Promise.reject(new Error('store away'))
    const sessions = { ...dependenciesWith().sessions, findUser: fail }
    for (const parts of [{ activeUsers: { find: fail } }, { sessions }]) {
      const { ask, codes } = build(parts)
      expect(await ask('/admin/audit-log')).toBe('store away')
      expect(codes).toEqual(['internal_error'])
    }
  })

  it.each([
    ['active', { active: true }, undefined, '{"data":[]}'],
    ['not active', { active: false }, undefined, 'user_not_active'],
    ['not known', undefined, undefined, 'user_not_active'],
    ['frozen', { active: true }, 'frozen', 'session_frozen'],
    ['unfrozen again', { active: true }, 'active', '{"data":[]}'],
    ['neither', { active: false }, 'frozen', 'user_not_active'],
  ] as const)('answers a caller who is %s', async (_what, user, state, answer) => {
    const freezeState = state && { state, version: 1, atMs: 1, reason: 'r', by: 'b' }
    const { ask } = build({
      activeUsers: { find: async () => user },
      sessions: {
        ...dependenciesWith().sessions,
        findUser: async () => ({ sessions: 0, ...(freezeState && { freezeState }) }),
      },
    })
    expect(await ask('/admin/audit-log')).toBe(answer)
  })
})
