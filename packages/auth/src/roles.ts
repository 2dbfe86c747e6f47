import { ADMIN_ROLES, type AdminRole, isAdminRole } from '@sluice/contracts'

/** The default mapping: group `role:ciso` gives role `ciso`, and so on for each admin role. */
export const DEFAULT_ROLES_BY_GROUP: Readonly<Record<string, AdminRole>> = Object.fromEntries(
  Object.keys(ADMIN_ROLES)
    .filter(isAdminRole)
    .map((role) => [`role:${role}`, role]),
)

interface RolesOfGroups {
  /** Group to role. */
  readonly ROLES_BY_GROUP: Readonly<Record<string, AdminRole>>
}

/** Lists the groups that give a role. */
export function groupsOfRole({ ROLES_BY_GROUP }: RolesOfGroups, role: AdminRole): string[] {
  return Object.entries(ROLES_BY_GROUP)
    .filter(([, given]) => given === role)
    .map(([group]) => group)
}
