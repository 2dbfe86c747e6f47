/**
 * Remembers tokenized answers under a key that already holds tenant, policy version, model, parameters and tools.
 * An entry is sealed text; expiry is the adapter's. Both functions reject when the store cannot be reached.
 */
export interface SemanticCache {
  find(key: string): Promise<string | undefined>
  store(key: string, answer: string): Promise<void>
}
