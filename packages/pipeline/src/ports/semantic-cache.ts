/** The user whose share of the cache an answer counts to. */
export interface AnswerOwner {
  readonly tenant: string
  readonly sub: string
}

/**
 * Remembers tokenized answers under a key that already holds who may get them, policy version, model, parameters and
 * tools. An entry is sealed text; expiry and bounds are the adapter's. At a bound those go that were not
 * given for the longest time. Both functions reject when the store cannot be reached.
 */
export interface SemanticCache {
  find(key: string): Promise<string | undefined>
  store(key: string, answer: string, owner: AnswerOwner): Promise<void>
}

/** Under which keys a request finds an answer. */
export interface AnswerKeys {
  /** The answer to the very same request. */
  readonly rememberUnder: string
  /** The tokens of the request, numbered by their order: another one has its own in their place. */
  readonly rememberTokens: readonly string[]
  /** The key of the answer to the same question in other words. */
  readonly rememberSimilarUnder?: string
}
