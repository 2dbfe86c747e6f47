import { SluiceError } from '@sluice/contracts'
import type { ServiceEnv } from '@sluice/service-kit'
import type { MiddlewareHandler } from 'hono'
import type { Role } from './identity/identities.ts'
import { callerOf, type Identify } from './middleware/identify.ts'

/** What a role may do at an endpoint: `Read`, `Execute`, or nothing. */
type Permission = 'Read' | 'Execute' | '-'

/** A row of the matrix: every role is named, so that none is forgotten. */
export type AccessRow = 'anonymous' | Readonly<Record<Role, Permission>>

const EVERYONE = { Executive: 'Read', ConsultantAdmin: 'Read', Auditor: 'Read' } as const
const READ_BY_ASSESSORS = { Executive: '-', ConsultantAdmin: 'Read', Auditor: 'Read' } as const
const ADMIN_EXECUTES = { Executive: '-', ConsultantAdmin: 'Execute', Auditor: '-' } as const

/**
 * Who may call what: the RBAC matrix of the specification, section 5, and nowhere else. The last rows are not in it.
 * The public key of the bill of materials is for whoever may read that; what scans are under way and which projects
 * there are, for whoever may read scans that have ended. Who may scan may upload what is scanned, and remove it. Each
 * may ask what it may. The description of the API is for everyone: a client is made from it before there is a token.
 */
export const ACCESS = {
  'POST /v1/auth/token': 'anonymous',
  'GET /v1/cbom': EVERYONE,
  'GET /v1/findings': EVERYONE,
  'GET /v1/scores': EVERYONE,
  'GET /v1/cnsa-verdict': EVERYONE,
  'GET /v1/plan': EVERYONE,
  'GET /v1/reports': { Executive: 'Read', ConsultantAdmin: 'Read', Auditor: '-' },
  'POST /v1/reports/render': ADMIN_EXECUTES,
  'POST /v1/scans': ADMIN_EXECUTES,
  'GET /v1/history': EVERYONE,
  'GET /v1/audit': { Executive: '-', ConsultantAdmin: 'Read', Auditor: '-' },
  'GET /v1/questionnaire/templates': READ_BY_ASSESSORS,
  'GET /v1/questionnaire/templates/{id}': READ_BY_ASSESSORS,
  'POST /v1/questionnaire/submit': { Executive: '-', ConsultantAdmin: 'Execute', Auditor: 'Execute' },
  'GET /v1/questionnaire/responses': READ_BY_ASSESSORS,
  'GET /v1/questionnaire/responses/{id}': READ_BY_ASSESSORS,
  'GET /v1/cbom/key': EVERYONE,
  'GET /v1/scans': EVERYONE,
  'GET /v1/projects': EVERYONE,
  'POST /v1/projects': ADMIN_EXECUTES,
  'DELETE /v1/projects/{name}': ADMIN_EXECUTES,
  'GET /v1/permissions': EVERYONE,
  'GET /openapi/v1.json': 'anonymous',
} as const satisfies Readonly<Record<string, AccessRow>>

export type Endpoint = keyof typeof ACCESS

/**
 * The middleware in front of an endpoint: 401 without a valid token, 403 for a role that the matrix does not let in.
 */
export function requireAccess(endpoint: Endpoint, identify: Identify): MiddlewareHandler<ServiceEnv> {
  const row: AccessRow = ACCESS[endpoint]
  return async (context, next) => {
    if (row !== 'anonymous') {
      const caller = callerOf(await identify(context.req.raw))
      if (!mayUse(row, caller.role)) throw new SluiceError('action_not_permitted')
    }
    await next()
  }
}

/** The endpoints that a role may call, in the order of the matrix; none for a role that is not in it. */
export function endpointsFor(role: string): string[] {
  return Object.entries<AccessRow>(ACCESS).flatMap(([endpoint, row]) =>
    row !== 'anonymous' && mayUse(row, role) ? [endpoint] : [],
  )
}

function mayUse(row: Readonly<Record<string, Permission>>, role: string): boolean {
  return Object.hasOwn(row, role) && row[role] !== '-'
}
