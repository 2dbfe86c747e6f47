import type { UsersRepository } from '@sluice/db'
import type { UserRef } from '@sluice/sessions'

/** Names a user in exactly one of three ways. */
interface UserName {
  readonly sub?: string | undefined
  readonly preferred_username?: string | undefined
  readonly email?: string | undefined
}

/**
 * Finds the users of a name, in one tenant or, where it is undefined, in all tenants. Several users make the name
 * ambiguous. Throws `dependency_unavailable`.
 */
export type UserFinder = (name: UserName, tenant: string | undefined) => Promise<readonly UserRef[]>

/** Enough to find out whether several present users have the name, with former users among them. */
const MOST_FOUND = 100

/**
 * Finds users in the Users store, whether they are active or not. A name that a former and a present user have had
 * means the present user.
 */
export function createUserFinder(users: Pick<UsersRepository, 'search'>): UserFinder {
  return async ({ sub, preferred_username: preferredUsername, email }, tenant) => {
    const found = await users.search({ tenant, sub, preferredUsername, email, limit: MOST_FOUND })
    const present = found.length < MOST_FOUND ? found.filter(({ removedAt }) => removedAt === undefined) : found
    return (present.length > 0 ? present : found).map((user) => ({ tenant: user.tenant, sub: user.sub }))
  }
}
