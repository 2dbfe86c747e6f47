import type { LocalRequest, ModelRequest } from '../request/index.ts'

/** A request with texts that have gone to an endpoint before. */
export interface AsBefore {
  /** As the endpoint is to get it. */
  readonly request: LocalRequest
  /** How many values stood in those texts in the clear. */
  readonly values: number
  /** Whether they have tokens now. */
  readonly isMasked: boolean
}

/** What is known of the texts of a masked request that its session has sent before. */
export interface SentBefore {
  /**
   * The request with the bytes that its texts had when they went to this endpoint: a value that was learned of later
   * stands in them as it stood then, or has its token where a setting says so. Undefined where the endpoint has seen no
   * such text, or for another request than the masked one.
   */
  asBefore(endpoint: object, masked: ModelRequest): AsBefore | undefined
  /** Notes that the request goes to this endpoint. */
  goesTo(endpoint: object): void
}
