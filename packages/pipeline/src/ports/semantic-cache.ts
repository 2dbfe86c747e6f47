/** The user whose share of the cache an answer counts to. */
export interface AnswerOwner {
  readonly tenant: string
  readonly sub: string
}

/** What stands under a key. */
interface FoundAnswer {
  readonly answer: string | undefined
  /** Opaque. An answer that is stored with it was asked for before no later order to forget. */
  readonly generation: string
}

/**
 * Remembers tokenized answers under a key that already holds who may get them, policy version, model, parameters and
 * tools. An entry is sealed text; expiry and bounds are the adapter's. At a bound those go that were not
 * given for the longest time. What a tenant or a user has ordered to forget is neither found nor stored any more. Both
 * functions reject when the store cannot be reached.
 */
export interface SemanticCache {
  /** @param tenant whose key it is. */
  find(key: string, tenant: string): Promise<FoundAnswer>
  /** @param generation what `find` gave for the key before the answer was asked for. */
  store(key: string, answer: string, owner: AnswerOwner, generation: string): Promise<void>
}

/** Under which keys a request finds an answer. */
export interface AnswerKeys {
  /** The answer to the very same request. */
  readonly rememberUnder: string
  /** The generation of that key, before the answer is asked for. */
  readonly rememberSince: string
  /** The tokens of the request, numbered by their order: another one has its own in their place. */
  readonly rememberTokens: readonly string[]
  /** The key of the answer to the same question in other words, and its generation. */
  readonly rememberSimilarUnder?: string
  readonly rememberSimilarSince?: string
}
