import type { UsersRepository } from '@sluice/db'
import type { UserRef } from '@sluice/sessions'

/** Exactly one of the three. */
export interface UserName {
  readonly sub?: string | undefined
  readonly preferred_username?: string | undefined
  readonly email?: string | undefined
}

/**
 * Finds the users that a name means, in one tenant or, where it is undefined, in all; two or more mean that the name is
 * not exact. Throws `dependency_unavailable`.
 */
export type UserFinder = (name: UserName, tenant: string | undefined) => Promise<readonly UserRef[]>

/** Enough to tell one user from several, with some that have left among them. */
const MOST_FOUND = 100

/**
 * Finds users in the Users store, whether they are active or not. A name that its former owner has left behind means
 * the present one.
 */
export function createUserFinder(users: Pick<UsersRepository, 'search'>): UserFinder {
  return async ({ sub, preferred_username: preferredUsername, email }, tenant) => {
    const found = await users.search({ tenant, sub, preferredUsername, email, limit: MOST_FOUND })
    const present = found.length < MOST_FOUND ? found.filter(({ removedAt }) => removedAt === undefined) : found
    return (present.length > 0 ? present : found).map((user) => ({ tenant: user.tenant, sub: user.sub }))
  }
}
