import { hash, randomUUID } from 'node:crypto'
import { z } from '@hono/zod-openapi'
import { SluiceError } from '@sluice/contracts'
import { createRedisScript } from '@sluice/redis'
import type { Redis } from 'ioredis'
import type { Claimed, ClaimStore } from '../claim-store.ts'

interface RedisClaimStoreOptions {
  /** Prefix of the keys, for example `sluice:soar:message:`. */
  readonly keyPrefix: string
  /** How long a result is kept, in milliseconds. */
  readonly keepMs: number
  /** After this time, in milliseconds, the claim of a dead holder expires; longer than any work takes. */
  readonly claimMs: number
}

/** A command that freezes must be taken although Redis is out of memory. */
const ALLOW_OOM = { allowOom: true }

/** KEYS: claim. ARGV: token, fingerprint, claim ms. */
const claimScript = createRedisScript(
  `
local found = redis.call('HMGET', KEYS[1], 'state', 'fingerprint', 'result')
if found[1] then return {found[1], found[2] or '', found[3] or ''} end
redis.call('HSET', KEYS[1], 'state', 'claimed', 'token', ARGV[1], 'fingerprint', ARGV[2])
redis.call('PEXPIRE', KEYS[1], ARGV[3])
return {'new', '', ''}
`,
  ALLOW_OOM,
)

/**
 * Keeps the result of another attempt that has taken an expired claim over. KEYS: claim. ARGV: token, fingerprint,
 * result, ms.
 */
const completeScript = createRedisScript(
  `
local token = redis.call('HGET', KEYS[1], 'token')
if token and token ~= ARGV[1] then return 0 end
redis.call('HSET', KEYS[1], 'state', 'done', 'token', ARGV[1], 'fingerprint', ARGV[2], 'result', ARGV[3])
redis.call('PEXPIRE', KEYS[1], ARGV[4])
return 1
`,
  ALLOW_OOM,
)

/** KEYS: claim. ARGV: token. */
const releaseScript = createRedisScript(`
if redis.call('HGET', KEYS[1], 'token') == ARGV[1] then redis.call('DEL', KEYS[1]) end
return 0
`)

const replySchema = z.tuple([z.enum(['new', 'claimed', 'done']), z.string(), z.string()])

/**
 * Remembers in Redis what was done, so that any replica knows it. A claim and its result are one hash, which expires.
 * The parts are hashed, so that the key is short whatever they hold.
 */
export function createRedisClaimStore(redis: Redis, options: RedisClaimStoreOptions): ClaimStore {
  const { keyPrefix, keepMs, claimMs } = options
  return {
    async claim(parts, fingerprint): Promise<Claimed> {
      const key = `${keyPrefix}${hash('sha256', JSON.stringify(parts), 'base64url')}`
      const token = randomUUID()
      const reply = replySchema.safeParse(await claimScript(redis, [key], [token, fingerprint, claimMs]))
      if (!reply.success) throw new SluiceError('dependency_unavailable', { cause: new Error('unexpected reply') })
      const [state, found, result] = reply.data
      if (state === 'claimed') return { state, fingerprint: found }
      if (state === 'done') return { state, fingerprint: found, result }
      return {
        state,
        complete: async (text) => void (await completeScript(redis, [key], [token, fingerprint, text, keepMs])),
        release: async () => void (await releaseScript(redis, [key], [token])),
      }
    },
  }
}
