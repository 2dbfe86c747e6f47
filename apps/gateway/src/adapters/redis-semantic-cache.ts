import type { SemanticCache } from '@sluice/pipeline/ports'
import type { CommandBatcher } from '@sluice/redis'
import { createSealedTexts, type SealedTextOptions } from '@sluice/token-vault/redis'

/**
 * The cache of answers in Redis. An expiry of 0 remembers nothing. Both verbs reject with `dependency_unavailable`.
 */
export function createRedisSemanticCache(commands: CommandBatcher, options: SealedTextOptions): SemanticCache {
  if (options.ttlMs === 0) return { find: async () => NOTHING, store: async () => undefined }
  const texts = createSealedTexts(commands, 'answers', options)
  return {
    async find(key, tenant) {
      const { text, generation } = await texts.find(key, tenant)
      return { answer: text, generation }
    },
    // An answer that has no room is not remembered.
    store: async (key, answer, owner, generation) => void (await texts.store(key, answer, owner, generation)),
  }
}

const NOTHING = { answer: undefined, generation: '0' }
