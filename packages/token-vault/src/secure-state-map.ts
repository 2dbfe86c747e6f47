/** Which session a mapping belongs to. Tokens of one session are never looked up in another. */
export interface SessionScope {
  readonly tenant: string
  readonly sessionId: number
}

/**
 * Keeps sealed values under their tokens for as long as the session lives. An adapter sees ciphertext only.
 * Both verbs reject when the store cannot be reached.
 */
export interface SecureStateMap {
  /** Stores token to sealed value and renews the expiry of the whole session's mapping. Idempotent. */
  write(scope: SessionScope, sealed: ReadonlyMap<string, string>): Promise<void>
  /** Returns the sealed values of those tokens that belong to this session. */
  read(scope: SessionScope, tokens: readonly string[]): Promise<ReadonlyMap<string, string>>
}
