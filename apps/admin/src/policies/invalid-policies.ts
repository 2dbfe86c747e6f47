import { InvalidRequestError } from '@sluice/service-kit'

interface Fault {
  readonly policyId: string
  readonly line: number
  readonly column: number
  readonly message: string
}

/** The error of policies that cannot be tried: where the fault is one of the order, it says in which member. */
export function invalidPolicies(
  { set }: { readonly set: readonly { readonly id: string }[] },
  faults: readonly Fault[],
): InvalidRequestError {
  return new InvalidRequestError(
    faults.map(({ policyId, line, column, message }) => {
      const at = set.findIndex(({ id }) => id === policyId)
      return { path: at === -1 ? `stored.${policyId}` : `body.set.${at}.text`, message, line, column }
    }),
  )
}
