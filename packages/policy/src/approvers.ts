import { isAdminRole } from '@sluice/contracts'

/** Whom a policy that holds asks for: so many different persons. */
export interface Approvers {
  /** 1 to 10. */
  readonly count: number
  /** Each has one of these roles; anybody who may approve counts where the list is empty. */
  readonly roles: readonly string[]
}

const MAX_COUNT = 10

/** Reads the annotation `@approvers`: a number, then roles (`1 ciso legal-counsel`). Undefined for another text. */
export function readApprovers(text: string): Approvers | undefined {
  const [number = '', ...roles] = text.split(' ')
  const count = /^\d{1,2}$/.test(number) ? Number(number) : 0
  return count >= 1 && count <= MAX_COUNT && roles.every(isAdminRole) ? { count, roles } : undefined
}
