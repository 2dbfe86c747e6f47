/** What L0 needs to know of a user. */
export interface KnownUser {
  readonly active: boolean
}

/** The Users store, as L0 asks it. Rejects when it cannot tell; absent means that no such user is known. */
export interface UsersStore {
  find(tenant: string, sub: string): Promise<KnownUser | undefined>
}
