import { SluiceError } from '@sluice/contracts'

/** Turns the failure of a dependency into `dependency_unavailable`; an error of the table stays what it is. */
export function asDependencyError(error: unknown): SluiceError {
  return error instanceof SluiceError ? error : new SluiceError('dependency_unavailable', { cause: error })
}
