/** The user as the Users store knows it; undefined where it knows none. */
type StoredUser =
  | {
      readonly active: boolean
      /** No directory has been synchronized yet. */
      readonly inactiveBecause?: 'no-directory' | undefined
    }
  | undefined

const NO_DIRECTORY =
  'No directory has been synchronized yet, so nobody is known here. Set up the identity sync, or name the first users ' +
  'in INITIAL_USERS (docs/credentials.md).'

/** Why a user may do nothing at all. */
interface UserRefusal {
  readonly code: 'user_not_active' | 'session_frozen'
  readonly message?: string
}

/**
 * Says why a user may do nothing at all, whatever else the policy permits: the Users store does not know the user as
 * active, or the user is frozen. Undefined where neither holds.
 */
export function refusalOfUser(user: StoredUser, isFrozen = false): UserRefusal | undefined {
  if (user?.active !== true) {
    const message = user?.inactiveBecause === 'no-directory' ? { message: NO_DIRECTORY } : {}
    return { code: 'user_not_active', ...message }
  }
  return isFrozen ? { code: 'session_frozen' } : undefined
}
