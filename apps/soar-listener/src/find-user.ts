import type { UsersRepository } from '@sluice/db'
import type { SessionStore, UserRef } from '@sluice/sessions'

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

/**
 * Finds out whether a subject is a person in the Users store, whether the person is active, and whether frozen.
 * Undefined where nobody has the subject in this tenant. The finder throws `dependency_unavailable`.
 */
export function createPersonFinder(users: Pick<UsersRepository, 'find'>, sessions: Pick<SessionStore, 'findUser'>) {
  return async ({ tenant, sub }: UserRef) => {
    const [user, { freezeState }] = await Promise.all([users.find(tenant, sub), sessions.findUser({ tenant, sub })])
    return user && { active: user.active, isFrozen: freezeState?.state === 'frozen' }
  }
}
