import { createUsersRepository, type Database } from '@sluice/db'
import type { OidcUser } from '@sluice/testkit'

/** A user whom the OpenID provider knows and, unless said otherwise, the users table too. */
export interface TestUser extends OidcUser {
  /** `default` by default. */
  readonly tenant?: string
  /** True by default. */
  readonly active?: boolean
  /** True by default; false for somebody with a valid token whom the users table does not know. */
  readonly isStored?: boolean
}

/** Stores the users. */
export async function storeUsers(database: Database, users: readonly TestUser[]): Promise<void> {
  const repository = createUsersRepository(database)
  for (const { tenant = 'default', active = true, isStored = true, groups = [], tid, ...user } of users) {
    if (isStored) await repository.upsert({ tenant, active, groups: [...groups], ...user })
  }
}
