import type { LocalRequest, ModelRequest } from '../request/index.ts'

/** A request with texts that have gone to an endpoint before. */
export interface AsBefore {
  /** As the endpoint is to get it. */
  readonly request: LocalRequest
  /** How many values stood in those texts in the clear. */
  readonly values: number
  /** Whether they have tokens now. */
  readonly isMasked: boolean
  /** What was written in the place of texts, by path. */
  readonly written: ReadonlyMap<string, string>
}

/** What is known of the texts of a masked request that its session has sent before. */
export interface SentBefore {
  /**
   * The request with the bytes that its texts had when this endpoint got them: a value that was learned of later stands
   * in them as it stood then, or has its token where a setting says so. Undefined where that makes no difference, or
   * for another request than the masked one.
   */
  asBefore(endpoint: object, masked: ModelRequest): AsBefore | undefined
  /** Notes that this endpoint has got the request, as it was given for it or as it was masked. */
  wentTo(endpoint: object, asBefore: AsBefore | undefined): void
}
