import { ADMIN_ROLES, type AdminRole, isAdminRole } from '@sluice/contracts'

/** The default mapping: group `role:ciso` gives role `ciso`, and so on for each admin role. */
export const DEFAULT_ROLES_BY_GROUP: Readonly<Record<string, AdminRole>> = Object.fromEntries(
  Object.keys(ADMIN_ROLES)
    .filter(isAdminRole)
    .map((role) => [`role:${role}`, role]),
)
