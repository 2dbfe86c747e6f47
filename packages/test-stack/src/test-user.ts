import { createUsersRepository, type Database, migrate } from '@sluice/db'
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

/** Creates the tables of an empty database and stores the users. */
export async function seedDatabase(database: Database, users: readonly TestUser[]): Promise<void> {
  await migrate(database)
  const repository = createUsersRepository(database)
  for (const { tenant = 'default', active = true, isStored = true, groups = [], tid, ...user } of users) {
    if (isStored) await repository.upsert({ tenant, active, groups: [...groups], ...user })
  }
}
