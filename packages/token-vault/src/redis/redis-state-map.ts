import { SluiceError } from '@sluice/contracts'
import { asDependencyError, createRedisScript } from '@sluice/redis'
import type { Redis } from 'ioredis'
import type { SecureStateMap, SessionScope } from '../secure-state-map.ts'

export interface RedisStateMapOptions {
  /** How long a session's mapping is kept after the last write to it, in milliseconds. */
  readonly ttlMs: number
  /** Tokens in one generation of a session's mapping; a session keeps two. 50,000 by default. */
  readonly maxTokensPerGeneration?: number
  /** `sluice:` by default. */
  readonly keyPrefix?: string
}

/** Redis takes about a million arguments, Lua's `unpack` about 8,000. */
const TOKENS_PER_CALL = 1_000
const MAX_TOKENS_PER_GENERATION = 50_000

/**
 * A session that never rests would grow its mapping without end. So a full hash becomes the old generation, in the place
 * of the one before: what is still in use is written again with the next request that holds it.
 * KEYS: hash, old hash. ARGV: expiry in ms, tokens per generation, then token and sealed value in turn.
 */
const writeScript = createRedisScript(`
redis.call('HSET', KEYS[1], unpack(ARGV, 3))
redis.call('PEXPIRE', KEYS[1], ARGV[1])
redis.call('PEXPIRE', KEYS[2], ARGV[1])
if redis.call('HLEN', KEYS[1]) >= tonumber(ARGV[2]) then
  redis.call('RENAME', KEYS[1], KEYS[2])
end
return 1
`)

/**
 * The Secure State Map in Redis: per session two hashes of token to sealed value, whose expiry is renewed by every
 * write. Both verbs reject with `dependency_unavailable`.
 */
export function createRedisStateMap(redis: Redis, options: RedisStateMapOptions): SecureStateMap {
  const { ttlMs, maxTokensPerGeneration = MAX_TOKENS_PER_GENERATION, keyPrefix = 'sluice:' } = options
  const keysOf = (scope: SessionScope): [current: string, old: string] => {
    const key = `${keyPrefix}{s:${encodeURIComponent(scope.tenant)}:${scope.sessionId}}:map`
    return [key, `${key}:old`]
  }
  return {
    async write(scope, sealed) {
      const keys = keysOf(scope)
      const writes = batchesOf([...sealed]).map(async (batch) => {
        const reply = await writeScript(redis, keys, [ttlMs, maxTokensPerGeneration, ...batch.flat()])
        if (reply !== 1) throw unexpectedReply()
      })
      await Promise.all(writes)
    },
    async read(scope, tokens) {
      const [current, old] = keysOf(scope)
      const known = new Map<string, string>()
      const reads = batchesOf(tokens).map(async (batch) => {
        const values = await Promise.all([readBatch(redis, current, batch), readBatch(redis, old, batch)])
        for (const [index, token] of batch.entries()) {
          const value = values[0][index] ?? values[1][index]
          if (value !== undefined && value !== null) known.set(token, value)
        }
      })
      await Promise.all(reads)
      return known
    },
  }
}

async function readBatch(redis: Redis, key: string, tokens: readonly string[]): Promise<readonly (string | null)[]> {
  try {
    const values = await redis.hmget(key, ...tokens)
    if (values.length !== tokens.length) throw unexpectedReply()
    return values
  } catch (error) {
    throw asDependencyError(error)
  }
}

function batchesOf<Item>(items: readonly Item[]): readonly Item[][] {
  const batches: Item[][] = []
  for (let start = 0; start < items.length; start += TOKENS_PER_CALL) {
    batches.push(items.slice(start, start + TOKENS_PER_CALL))
  }
  return batches
}

function unexpectedReply(): SluiceError {
  return new SluiceError('dependency_unavailable', { cause: new Error('Redis gave a reply of another form.') })
}
