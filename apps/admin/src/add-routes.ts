import { ADMIN_ACCESS, findAccessRow } from '@sluice/auth'
import { SluiceError } from '@sluice/contracts'
import type { ServiceApp } from '@sluice/service-kit'
import { Hono } from 'hono'
import { type AdminEnv, asTablePath, gateByTable } from './access-gate.ts'
import type { Admin } from './admin.ts'
import { confirmIdpSync } from './routes/confirm-idp-sync.ts'
import { freezeSession } from './routes/freeze-session.ts'
import { freezeUser } from './routes/freeze-user.ts'
import { getIdpSync } from './routes/get-idp-sync.ts'
import { getSession } from './routes/get-session.ts'
import { getUserFreeze } from './routes/get-user-freeze.ts'
import { listSessions } from './routes/list-sessions.ts'
import type { Operation } from './routes/operation.ts'
import { unfreezeSession } from './routes/unfreeze-session.ts'
import { unfreezeUser } from './routes/unfreeze-user.ts'

export const OPERATIONS: readonly Operation[] = [
  listSessions,
  getSession,
  freezeSession,
  unfreezeSession,
  getUserFreeze,
  freezeUser,
  unfreezeUser,
  getIdpSync,
  confirmIdpSync,
]

/** Describes the routes that are built for the OpenAPI document. */
export function describeRoutes(app: ServiceApp): void {
  app.openAPIRegistry.registerComponent('securitySchemes', 'bearer', {
    type: 'http',
    scheme: 'bearer',
    description: 'An OAuth 2.0 / OIDC access token of the enterprise identity provider.',
  })
  for (const { route } of OPERATIONS) app.openAPIRegistry.registerPath(route)
}

/**
 * Adds the admin routes behind the gate. Throws where a route has no row in the access table, or a row no route: then
 * the service does not start.
 */
export function addRoutes(app: ServiceApp, admin: Admin, operations: readonly Operation[] = OPERATIONS): void {
  const gated = new Hono<AdminEnv>()
  gated.use(
    '/admin/*',
    gateByTable({
      authenticator: admin.authenticator,
      users: admin.activeUsers,
      isFrozen: async (user) => (await admin.sessions.findUser(user)).freezeState?.state === 'frozen',
      onDenied: admin.onDenied,
    }),
  )
  for (const { route, answer } of operations) gated.on(route.method, asRouterPath(route.path), answer(admin))
  for (const { method, path, planned } of ADMIN_ACCESS) {
    if (planned) gated.on(method, asRouterPath(path), () => refusePlanned(method, path))
  }
  requireRows(gated.routes)
  describeRoutes(app)
  app.route('/', gated)
}

function refusePlanned(method: string, path: string): never {
  throw new SluiceError({
    code: 'not_implemented',
    message: `${method} ${path} is planned and not built yet. Your role would let you in.`,
  })
}

interface Route {
  readonly method: string
  readonly path: string
}

/** Every route needs exactly one row, and every row one route. */
function requireRows(routes: readonly Route[]): void {
  const endpoints = routes
    .filter(({ method }) => method !== 'ALL')
    .map(({ method, path }) => ({ method, path: asTablePath(path) }))
  const names = new Set(endpoints.map(({ method, path }) => `${method} ${path}`))
  const without = endpoints.find(({ method, path }) => findAccessRow(method, path) === undefined)
  if (without) throw new Error(`${without.method} ${without.path} has no row in the access table (auth, access.ts)`)
  if (names.size < endpoints.length) throw new Error('an admin route was added twice')
  const unbuilt = ADMIN_ACCESS.find(({ method, path }) => !names.has(`${method} ${path}`))
  if (unbuilt) throw new Error(`${unbuilt.method} ${unbuilt.path} is in the access table, but no route answers it`)
}

/** From `/admin/sessions/{id}` to `/admin/sessions/:id`, as the router writes it. */
function asRouterPath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1')
}
