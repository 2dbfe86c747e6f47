export { type Database, type DatabaseOptions, openDatabase } from './database.ts'
export { migrate } from './migrate.ts'
export {
  createUsersRepository,
  type StoredUser,
  type User,
  type UserPage,
  type UsersRepository,
} from './users-repository.ts'
export { createUsersStore, type UsersStoreOptions } from './users-store.ts'
