import { createUsersRepository, migrate, openDatabase } from '@sluice/db'
import type { SampleUser } from './sample-users.ts'

/** Enters the sample users into the Users store; those that are there already keep nothing of an older sample. */
export async function seedUsers(databaseUrl: string, samples: readonly SampleUser[]): Promise<void> {
  const database = openDatabase(databaseUrl, { applicationName: 'sluice-local' })
  try {
    await migrate(database)
    const users = createUsersRepository(database)
    for (const { sub, preferredUsername = sub, email, groups } of samples) {
      await users.upsert({ tenant: 'default', sub, preferredUsername, email, groups, active: true })
    }
  } finally {
    await database.close()
  }
}
