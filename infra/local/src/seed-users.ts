import { createUsersRepository, migrate, openDatabase } from '@sluice/db'
import type { SampleUser } from './sample-users.ts'
import { LOCAL_DIRECTORY } from './services.ts'

/**
 * Enters the sample users into the Users store, as if by hand: idp-sync adopts them with its first pull.
 *
 * The local directory lives in memory and gives new ids at every start. Users whom the last one had must be forgotten,
 * or they would be taken for others who go by the same names now, and be frozen.
 */
export async function seedUsers(databaseUrl: string, samples: readonly SampleUser[]): Promise<void> {
  const database = openDatabase(databaseUrl, { applicationName: 'sluice-local' })
  try {
    await migrate(database)
    await database.pool.query('DELETE FROM users WHERE directory = $1', [LOCAL_DIRECTORY])
    const users = createUsersRepository(database)
    for (const { sub, preferredUsername = sub, email, groups } of samples) {
      await users.upsert({ tenant: 'default', sub, preferredUsername, email, groups, active: true })
    }
  } finally {
    await database.close()
  }
}
