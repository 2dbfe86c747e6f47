export { DirectoryFault } from './directory-fault.ts'
export type { DirectoryPull, DirectoryUser, DirectoryUserPatch } from './directory-pull.ts'
export {
  DIRECTORY_SYNC_JOB_OPTIONS,
  DIRECTORY_SYNC_JOBS,
  DIRECTORY_SYNC_QUEUE,
  type DirectoryConfirmJob,
  directoryConfirmSchema,
  directoryPullSchema,
  JOB_KEY_PREFIX,
} from './jobs.ts'
export {
  createIndex,
  type KnownUsers,
  type Reconciliation,
  type Revocation,
  type RevocationCause,
  reconcile,
} from './reconcile.ts'
export { digestOf, guardRevocations, type RevocationLimits } from './revocation-guard.ts'
export { type NamedUser, usersAfter } from './users-after.ts'
