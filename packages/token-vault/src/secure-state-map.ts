/** Whose session it is. */
export interface SessionRef {
  readonly tenant: string
  readonly sub: string
  readonly sessionId: number
}

/** Which session a mapping belongs to. Tokens of one session are never looked up in another. */
export interface SessionScope extends SessionRef {
  /** The session's secret, sealed, as `KeyRing.newSessionSecret` gave it. */
  readonly secret: string
}

/**
 * Session numbers were counted from 1 once, and are the time in microseconds now. What a session of a smaller number
 * stored before its user and its secret were bound to it can still be read.
 */
export const FIRST_TIMED_SESSION = 1_000_000_000_000

/**
 * Keeps sealed values under their tokens, each for a set time after it was last written. An adapter sees ciphertext
 * only. All verbs reject with `dependency_unavailable` when the store cannot be reached.
 */
export interface SecureStateMap {
  /**
   * Stores token to sealed value, and the session's secret beside it. Idempotent. Rejects with `too_many_values` where
   * the session or its user has reached the bound of what may be stored, and with `dependency_unavailable` where all
   * users together have. What was stored before stays in either case.
   */
  write(scope: SessionScope, sealed: ReadonlyMap<string, string>): Promise<void>
  /** Returns the sealed values of those tokens that belong to this session. */
  read(scope: SessionScope, tokens: readonly string[]): Promise<ReadonlyMap<string, string>>
}

/** Some of the sealed values of a session. */
export interface MappingPage {
  readonly sealed: ReadonlyMap<string, string>
  /** Where the next page begins; absent at the end. */
  readonly next?: string
}

/** The other verbs of a Secure State Map, for whoever opens values after their session has ended. */
export interface SessionSecrets {
  /**
   * Returns the sealed secrets under which values of this session are stored: one, unless the record of the session
   * was lost in between. They outlive the session, so that its values can be opened later.
   */
  secretsOf(session: SessionRef): Promise<readonly string[]>
  /**
   * Returns about 500 of the session's tokens with their sealed values. A value that is written meanwhile may be
   * missing, or stand on two pages. Rejects with `invalid_request` for a cursor that no page has given.
   *
   * @param cursor the `next` of the page before.
   */
  page(scope: SessionScope, cursor?: string): Promise<MappingPage>
}
