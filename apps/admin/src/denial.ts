import type { ErrorCode, Principal } from '@sluice/contracts'

/** A caller who was refused, by the gate or where an operation looks at what is asked for. */
export interface Denial {
  readonly requestId: string
  readonly method: string
  /** The pattern of the route. */
  readonly route: string
  readonly code: ErrorCode
  /** Absent where the token is not valid. */
  readonly principal?: Principal
  /** Of the connection, where there still is one. */
  readonly address?: string | undefined
  /** The operation has refused, which the gate had let pass. */
  readonly inHandler?: boolean
}
