import type { Principal } from '@sluice/contracts'

let users = 0

/** Creates a user that no other test knows. */
export function newPrincipal(overrides: Partial<Principal> = {}): Principal {
  users += 1
  const sub = `user-${users}`
  return { tenant: 'acme', sub, username: sub, groups: [], roles: [], departments: [], client: 'web', ...overrides }
}
