import { ADMIN_ROLES, type AdminRole, isAdminRole } from '@sluice/contracts'
import type { RolesConfig } from './config.ts'

/** The default mapping: group `role:ciso` gives role `ciso`, and so on for each admin role. */
export const DEFAULT_ROLES_BY_GROUP: Readonly<Record<string, AdminRole>> = Object.fromEntries(
  Object.keys(ADMIN_ROLES)
    .filter(isAdminRole)
    .map((role) => [`role:${role}`, role]),
)

/** Lists the groups that give a role. */
export function groupsOfRole({ ROLES_BY_GROUP }: RolesConfig, role: AdminRole): string[] {
  return Object.entries(ROLES_BY_GROUP)
    .filter(([, given]) => given === role)
    .map(([group]) => group)
}
