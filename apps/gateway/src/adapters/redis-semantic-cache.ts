import type { SemanticCache } from '@sluice/pipeline'
import { asDependencyError } from '@sluice/redis'
import type { Redis } from 'ioredis'

export interface RedisSemanticCacheOptions {
  /** How long an answer may be given again, in milliseconds; 0 remembers nothing. */
  readonly ttlMs: number
  /** `sluice:` by default. */
  readonly keyPrefix?: string
}

/** The cache of answers in Redis: one key per answer. Both verbs reject with `dependency_unavailable`. */
export function createRedisSemanticCache(redis: Redis, options: RedisSemanticCacheOptions): SemanticCache {
  const { ttlMs, keyPrefix = 'sluice:' } = options
  if (ttlMs === 0) return { find: async () => undefined, store: async () => undefined }
  const keyOf = (key: string) => `${keyPrefix}answer:${key}`
  return {
    async find(key) {
      try {
        return (await redis.get(keyOf(key))) ?? undefined
      } catch (error) {
        throw asDependencyError(error)
      }
    },
    async store(key, answer) {
      try {
        await redis.set(keyOf(key), answer, 'PX', ttlMs)
      } catch (error) {
        throw asDependencyError(error)
      }
    },
  }
}
