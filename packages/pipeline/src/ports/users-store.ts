/** What L0 needs to know of a user. */
export interface KnownUser {
  readonly active: boolean
  /** No directory has been synchronized yet. */
  readonly inactiveBecause?: 'no-directory'
}

/**
 * The Users store, as L0 asks it. Undefined means that no such user is known. Throws or rejects when it cannot tell.
 */
export interface UsersStore {
  find(tenant: string, sub: string): KnownUser | undefined | Promise<KnownUser | undefined>
}
