import { semanticCacheContract } from '@sluice/pipeline/contract-suites'
import { CommandBatcher, createRedis, waitForRedis } from '@sluice/redis'
import { type RedisLease, startRedis } from '@sluice/testkit'
import type { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createRedisSemanticCache } from './redis-semantic-cache.ts'

let server: RedisLease
let redis: Redis
let commands: CommandBatcher
let prefixes = 0
/** Each subject has a key space of its own. */
const freshPrefix = () => `test${prefixes++}:`

beforeAll(async () => {
  server = await startRedis()
  redis = createRedis(server.url, { commandTimeoutMs: 5_000 })
  await waitForRedis(redis, 10_000)
  commands = new CommandBatcher(redis)
}, 300_000)
afterAll(async () => {
  redis?.disconnect()
  await server?.stop()
})

semanticCacheContract('Redis', async () => ({
  port: createRedisSemanticCache(commands, { ttlMs: 60_000, keyPrefix: freshPrefix() }),
}))
describe('the Redis cache', () => {
  it('lets answers expire', async () => {
    const keyPrefix = freshPrefix()
    const cache = createRedisSemanticCache(commands, { ttlMs: 60_000, keyPrefix })
    await cache.store('k', 'answer')
    const [key = ''] = await redis.keys(`${keyPrefix}*`)
    const leftMs = await redis.pttl(key)
    expect(leftMs > 0 && leftMs <= 60_000).toBe(true)
    await redis.pexpire(key, 0)
    expect(await cache.find('k')).toBeUndefined()
  })

  it('remembers nothing where answers may not be given again', async () => {
    const cache = createRedisSemanticCache(commands, { ttlMs: 0, keyPrefix: freshPrefix() })
    await cache.store('k', 'answer')
    expect(await cache.find('k')).toBeUndefined()
  })
})

describe('without Redis', () => {
  const gone = async () => {
    const client = createRedis(server.url)
    await waitForRedis(client, 10_000)
    client.disconnect()
    return client
  }

  it.each<[string, string, (client: Redis) => Promise<unknown>]>([
    [
      'the cache cannot be asked',
      'dependency_unavailable',
      (client) => createRedisSemanticCache(new CommandBatcher(client), { ttlMs: 1 }).find('k'),
    ],
    [
      'the cache cannot store',
      'dependency_unavailable',
      (client) => createRedisSemanticCache(new CommandBatcher(client), { ttlMs: 1 }).store('k', 'v'),
    ],
  ])('%s', async (_name, code, use) => {
    await expect(use(await gone())).rejects.toMatchObject({ code, cause: expect.any(Error) })
  })
})
