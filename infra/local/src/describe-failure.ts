/** Why something failed, in a few words: the cause behind errors that only say that they failed. */
export function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.cause instanceof Error) return describeFailure(error.cause)
  // A host with two addresses fails with an error per address and no message of its own.
  if (error instanceof AggregateError && error.message === '') return describeFailure(error.errors[0])
  return error.message || error.name
}
