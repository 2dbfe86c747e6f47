/** The user as the Users store knows it; undefined where it knows none. */
type StoredUser = { readonly active: boolean } | undefined

/**
 * Says why a user may do nothing at all, whatever else the policy permits: the Users store does not know the user as
 * active, or the user is frozen. Undefined where neither holds.
 */
export function refusalOfUser(user: StoredUser, isFrozen = false): 'user_not_active' | 'session_frozen' | undefined {
  if (user?.active !== true) return 'user_not_active'
  return isFrozen ? 'session_frozen' : undefined
}
