import { SluiceError } from '@sluice/contracts'
import { DrizzleQueryError } from './drizzle.ts'

/** Turns any failure of PostgreSQL into `dependency_unavailable`. Drizzle's own message quotes the values: not kept. */
function asDependencyError(error: unknown): SluiceError {
  if (error instanceof SluiceError) return error
  const cause = error instanceof DrizzleQueryError ? error.cause : error
  return new SluiceError('dependency_unavailable', { cause })
}

/** Runs a database operation. Throws `dependency_unavailable`. */
export async function attempt<T>(operation: () => Promise<T>): Promise<T> {
  try {
    return await operation()
  } catch (error) {
    throw asDependencyError(error)
  }
}
