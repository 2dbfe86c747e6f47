export { type DatabaseConfig, databaseConfigShape } from './config.ts'
export { type Database, type DatabaseOptions, openDatabase } from './database.ts'
export {
  type ConfirmationOutcome,
  createDirectorySyncRepository,
  type DirectoryState,
  type DirectorySyncRepository,
  type HeldFindings,
  type PlanConfirmation,
  type RunFindings,
  type RunsOf,
  type RunsQuery,
} from './directory-sync-repository.ts'
export type {
  DirectorySyncCounts,
  DirectorySyncRun,
  HeldPlan,
  PullKind,
  SyncOutcome,
  SyncTrigger,
} from './directory-sync-run.ts'
export {
  createDirectoryUsersRepository,
  type DirectoryChanges,
  type DirectoryUserRow,
  type DirectoryUsersRepository,
  type KnownUser,
} from './directory-users-repository.ts'
export { migrate } from './migrate.ts'
export { openMigratedDatabase } from './open-migrated-database.ts'
export {
  createUsersRepository,
  type StoredUser,
  type User,
  type UserPage,
  type UserSearch,
  type UsersRepository,
} from './users-repository.ts'
export { createUsersStore, type UsersStoreOptions } from './users-store.ts'
