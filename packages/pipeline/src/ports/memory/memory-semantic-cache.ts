import type { SemanticCache } from '../semantic-cache.ts'

/** For unit tests: a cache in memory, without expiry or orders to forget. `entries` is what a store would see. */
export function createMemorySemanticCache(): SemanticCache & { readonly entries: Map<string, string> } {
  const entries = new Map<string, string>()
  return {
    entries,
    find: async (key) => ({ answer: entries.get(key), generation: '0' }),
    store: async (key, answer) => void entries.set(key, answer),
  }
}
