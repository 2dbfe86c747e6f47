import type { Clock } from '@sluice/contracts'
import { type ConfiguredUsers, createConfiguredUsers, type UserName } from './configured-users.ts'
import type { Database } from './database.ts'
import { createDirectorySyncRepository } from './directory-sync-repository.ts'
import { createUsersRepository, type UsersRepository } from './users-repository.ts'
import { createUsersStore } from './users-store.ts'

interface UsersContext {
  readonly config: {
    readonly SERVICE_IDENTITIES: readonly UserName[]
    readonly INITIAL_USERS: readonly UserName[]
  }
  readonly clock: Clock
}

/** Opens the users of a service: what is known of them, and who is active, remembered for a few seconds. */
export function openUsers(
  { config, clock }: UsersContext,
  database: Database,
): { readonly users: UsersRepository; readonly activeUsers: ConfiguredUsers } {
  const users = createUsersRepository(database)
  const activeUsers = createConfiguredUsers({
    users: createUsersStore(users, { clock }),
    directories: createDirectorySyncRepository(database),
    ...{ services: config.SERVICE_IDENTITIES, initial: config.INITIAL_USERS, clock },
  })
  return { users, activeUsers }
}
