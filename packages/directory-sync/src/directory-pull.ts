/** A user as a directory names it, with the attributes that configuration chose. */
export interface DirectoryUser {
  /** The directory's own id, which stays when the user is renamed. */
  readonly id: string
  /** As in claim `sub` of the user's tokens; absent where the user lacks the chosen attribute. */
  readonly sub?: string | undefined
  readonly preferredUsername?: string | undefined
  readonly email?: string | undefined
  readonly groups: readonly string[]
  readonly active: boolean
}

/** A change of a user. Members that are absent have not changed; `null` means that the value was removed. */
export interface DirectoryUserPatch {
  readonly id: string
  readonly sub?: string | null
  readonly preferredUsername?: string | null
  readonly email?: string | null
  readonly active?: boolean
}

/** Every user of the directory. A user who is not in it is gone. */
interface Snapshot {
  readonly kind: 'snapshot'
  readonly users: readonly DirectoryUser[]
  /** Where the next delta begins. */
  readonly cursor?: string
}

/** What has changed since the cursor. */
export interface Delta {
  readonly kind: 'delta'
  /** One patch per user. */
  readonly changed: readonly DirectoryUserPatch[]
  /** Ids of users that are gone. */
  readonly removed: readonly string[]
  /** The groups of every user that is in any, by id; absent where groups are not read. */
  readonly groups?: ReadonlyMap<string, readonly string[]>
  readonly cursor: string
}

export type DirectoryPull = Snapshot | Delta
