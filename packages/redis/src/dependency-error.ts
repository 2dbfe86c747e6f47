import { SluiceError } from '@sluice/contracts'

/** Turns the failure of a dependency into `dependency_unavailable`; an error of the table stays what it is. */
export function asDependencyError(error: unknown): SluiceError {
  return error instanceof SluiceError ? error : new SluiceError('dependency_unavailable', { cause: error })
}

/** For a reply that is not of the form that its command gives. */
export function unexpectedReply(): SluiceError {
  return new SluiceError('dependency_unavailable', { cause: new Error('Redis gave a reply of another form.') })
}
