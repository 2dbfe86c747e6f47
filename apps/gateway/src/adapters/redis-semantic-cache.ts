import type { SemanticCache } from '@sluice/pipeline/ports'
import { type CommandBatcher, unexpectedReply } from '@sluice/redis'

interface RedisSemanticCacheOptions {
  /** How long an answer may be given again, in milliseconds; 0 remembers nothing. */
  readonly ttlMs: number
  /** `sluice:` by default. */
  readonly keyPrefix?: string
}

const FIND = `return redis.call('GET', KEYS[1])`
/** KEYS: answer. ARGV: answer, expiry in ms. */
const STORE = `return redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])`

/** The cache of answers in Redis: one key per answer. Both verbs reject with `dependency_unavailable`. */
export function createRedisSemanticCache(commands: CommandBatcher, options: RedisSemanticCacheOptions): SemanticCache {
  const { ttlMs, keyPrefix = 'sluice:' } = options
  if (ttlMs === 0) return { find: async () => undefined, store: async () => undefined }
  const findAnswer = commands.define(FIND)
  const storeAnswer = commands.define(STORE)
  const keyOf = (key: string) => `${keyPrefix}answer:${key}`
  return {
    async find(key) {
      const answer = await findAnswer([keyOf(key)], [])
      if (answer === null) return undefined
      if (typeof answer !== 'string') throw unexpectedReply()
      return answer
    },
    async store(key, answer) {
      if ((await storeAnswer([keyOf(key)], [answer, ttlMs])) !== 'OK') throw unexpectedReply()
    },
  }
}
