import type { ErrorCode, Principal } from '@sluice/contracts'

/** A caller whom the gate has refused. */
export interface Denial {
  readonly requestId: string
  readonly method: string
  /** The pattern of the route. */
  readonly route: string
  readonly code: ErrorCode
  /** Absent where the token is not valid. */
  readonly principal?: Principal
}
