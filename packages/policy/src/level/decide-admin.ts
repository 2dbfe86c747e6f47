import { isAdminRole, type Principal } from '@sluice/contracts'
import { DENIED_BY_DEFAULT, decided, type PolicyDecision } from '../decision.ts'
import type { AdminQuestion, AdminResource } from '../question.ts'
import { ADMIN_GRANTS, type AdminScope } from './admin-grants.ts'

const OTHER_TENANT = decided('forbid', 'own-tenant-only')

/**
 * Decides an admin action by the roles of the caller; roles add up. Without a resource the question is whether the
 * caller may do it to anything at all. Nobody reaches what belongs to another tenant.
 *
 * Each grant is a policy of its own: `view-session-aigo` permits AIGO to view sessions.
 */
export function decideAdmin({ principal, action, resource }: AdminQuestion): PolicyDecision {
  if (resource !== undefined && resource.tenant !== principal.tenant) return OTHER_TENANT
  const grants = ADMIN_GRANTS[action]
  const [first, ...others] = principal.roles.filter(isAdminRole).filter((role) => {
    const scope = grants[role]
    return scope !== undefined && (resource === undefined || isWithin(scope, resource, principal))
  })
  if (first === undefined) return DENIED_BY_DEFAULT
  return decided('permit', `${action}-${first}`, ...others.map((role) => `${action}-${role}`))
}

function isWithin(scope: AdminScope, resource: AdminResource, { departments }: Principal): boolean {
  switch (scope) {
    case 'all':
    case 'one-key':
      return true
    case 'own-departments':
      return resource.type !== 'policy' && resource.departments.some((department) => departments.includes(department))
    case 'own':
      return resource.type === 'api-key' && resource.isOwn
    case 'state-only':
      return resource.type === 'session' && resource.view === 'state'
    case 'mutable-policies':
      return resource.type === 'policy' && resource.isMutable
    case 'immutable-policies':
      return resource.type === 'policy' && !resource.isMutable
  }
}
