import type { SemanticCache } from '@sluice/pipeline/ports'
import type { CommandBatcher } from '@sluice/redis'
import { createSealedTexts, type SealedTextOptions } from './redis-sealed-texts.ts'

/**
 * The cache of answers in Redis. An expiry of 0 remembers nothing. Both verbs reject with `dependency_unavailable`.
 */
export function createRedisSemanticCache(commands: CommandBatcher, options: SealedTextOptions): SemanticCache {
  if (options.ttlMs === 0) return { find: async () => undefined, store: async () => undefined }
  const texts = createSealedTexts(commands, 'a', options)
  return {
    find: texts.find,
    // An answer that has no room is not remembered.
    store: async (key, answer, owner) => void (await texts.store(key, answer, owner)),
  }
}
