import { type BatchedCommand, type CommandBatcher, unexpectedReply } from '@sluice/redis'
import type { SecureStateMap, SessionScope } from '../secure-state-map.ts'

interface RedisStateMapOptions {
  /** How long a session's mapping is kept after the last write to it, in milliseconds. */
  readonly ttlMs: number
  /** Tokens in one generation of a session's mapping; a session keeps two. 50,000 by default. */
  readonly maxTokensPerGeneration?: number
  /** `sluice:` by default. */
  readonly keyPrefix?: string
}

/** With two arguments for each token, a command stays below what the batcher takes. */
const TOKENS_PER_COMMAND = 1_000
const MAX_TOKENS_PER_GENERATION = 50_000

/**
 * Bounds the mapping of a session that stays in use for long. A full hash becomes the old generation and replaces the
 * one before. A value that is still in use is written again with the next request that holds it.
 * KEYS: hash, old hash. ARGV: expiry in ms, tokens per generation, then token and sealed value in turn.
 */
const WRITE = `
redis.call('HSET', KEYS[1], unpack(ARGV, 3))
redis.call('PEXPIRE', KEYS[1], ARGV[1])
redis.call('PEXPIRE', KEYS[2], ARGV[1])
if redis.call('HLEN', KEYS[1]) >= tonumber(ARGV[2]) then
  redis.call('RENAME', KEYS[1], KEYS[2])
end
return 1
`

/** KEYS: hash, old hash. ARGV: tokens. The newer value of each token, or false. */
const READ = `
local values = redis.call('HMGET', KEYS[1], unpack(ARGV))
for index, value in ipairs(redis.call('HMGET', KEYS[2], unpack(ARGV))) do
  values[index] = values[index] or value
end
return values
`

/**
 * The Secure State Map in Redis: per session two hashes of token to sealed value, whose expiry is renewed by every
 * write. Both verbs reject with `dependency_unavailable`.
 */
export function createRedisStateMap(commands: CommandBatcher, options: RedisStateMapOptions): SecureStateMap {
  return new RedisStateMap(commands, options)
}

class RedisStateMap implements SecureStateMap {
  readonly #write: BatchedCommand
  readonly #read: BatchedCommand
  readonly #ttlMs: number
  readonly #maxTokensPerGeneration: number
  readonly #keyPrefix: string

  constructor(commands: CommandBatcher, options: RedisStateMapOptions) {
    const { ttlMs, maxTokensPerGeneration = MAX_TOKENS_PER_GENERATION, keyPrefix = 'sluice:' } = options
    this.#write = commands.define(WRITE)
    this.#read = commands.define(READ)
    this.#ttlMs = ttlMs
    this.#maxTokensPerGeneration = maxTokensPerGeneration
    this.#keyPrefix = keyPrefix
  }

  async write(scope: SessionScope, sealed: ReadonlyMap<string, string>): Promise<void> {
    const keys = this.#keysOf(scope)
    const writes = slicesOf([...sealed]).map((slice) =>
      this.#write(keys, [this.#ttlMs, this.#maxTokensPerGeneration, ...slice.flat()]),
    )
    for (const reply of await Promise.all(writes)) if (reply !== 1) throw unexpectedReply()
  }

  async read(scope: SessionScope, tokens: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const keys = this.#keysOf(scope)
    const reads = slicesOf(tokens).map((slice) => this.#read(keys, slice))
    const values = (await Promise.all(reads)).flatMap((reply) => (Array.isArray(reply) ? reply : []))
    if (values.length !== tokens.length) throw unexpectedReply()
    const known = new Map<string, string>()
    for (const [index, token] of tokens.entries()) {
      const value: unknown = values[index]
      if (typeof value === 'string') known.set(token, value)
    }
    return known
  }

  #keysOf({ tenant, sessionId }: SessionScope): [current: string, old: string] {
    const key = `${this.#keyPrefix}{s:${encodeURIComponent(tenant)}:${sessionId}}:map`
    return [key, `${key}:old`]
  }
}

function slicesOf<Item>(items: readonly Item[]): readonly (readonly Item[])[] {
  const slices: Item[][] = []
  for (let start = 0; start < items.length; start += TOKENS_PER_COMMAND) {
    slices.push(items.slice(start, start + TOKENS_PER_COMMAND))
  }
  return slices
}
