import { outboxContract, recordForTests, semanticCacheContract } from '@sluice/pipeline/contract-suites'
import { createRedis, createRedisOutbox, waitForRedis } from '@sluice/redis'
import { type RedisLease, startRedis } from '@sluice/testkit'
import type { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createRedisSemanticCache } from './redis-semantic-cache.ts'

let server: RedisLease
let redis: Redis
let prefixes = 0
const clock = { nowMs: () => 0, monotonicMs: () => 0 }
/** Each subject has a key space of its own. */
const freshPrefix = () => `test${prefixes++}:`

beforeAll(async () => {
  server = await startRedis()
  redis = createRedis(server.url, { commandTimeoutMs: 5_000 })
  await waitForRedis(redis, 10_000)
}, 300_000)
afterAll(async () => {
  redis?.disconnect()
  await server?.stop()
})

async function readOutbox(keyPrefix: string): Promise<readonly unknown[]> {
  const entries = await redis.xrange(`${keyPrefix}outbox`, '-', '+')
  return entries.map(([, [name, json]]) => {
    expect(name).toBe('record')
    return JSON.parse(json ?? '')
  })
}

semanticCacheContract('Redis', async () => ({
  port: createRedisSemanticCache(redis, { ttlMs: 60_000, keyPrefix: freshPrefix() }),
}))
outboxContract('Redis', async () => {
  const keyPrefix = freshPrefix()
  return { port: createRedisOutbox(redis, { clock, keyPrefix }), accepted: () => readOutbox(keyPrefix) }
})

describe('the Redis cache', () => {
  it('lets answers expire', async () => {
    const keyPrefix = freshPrefix()
    const cache = createRedisSemanticCache(redis, { ttlMs: 60_000, keyPrefix })
    await cache.store('k', 'answer')
    const [key = ''] = await redis.keys(`${keyPrefix}*`)
    const leftMs = await redis.pttl(key)
    expect(leftMs > 0 && leftMs <= 60_000).toBe(true)
    await redis.pexpire(key, 0)
    expect(await cache.find('k')).toBeUndefined()
  })

  it('remembers nothing where answers may not be given again', async () => {
    const cache = createRedisSemanticCache(redis, { ttlMs: 0, keyPrefix: freshPrefix() })
    await cache.store('k', 'answer')
    expect(await cache.find('k')).toBeUndefined()
  })
})

describe('the Redis outbox', () => {
  it('refuses a record when it is full, lets a request look again after a while, and takes one when there is room', async () => {
    let nowMs = 0
    const keyPrefix = freshPrefix()
    const outbox = createRedisOutbox(redis, { clock: { ...clock, monotonicMs: () => nowMs }, maxRecords: 2, keyPrefix })
    await outbox.append(recordForTests)
    await outbox.append(recordForTests)
    await expect(outbox.append(recordForTests)).rejects.toMatchObject({
      code: 'audit_unavailable',
      cause: { message: 'The outbox is full: 2 records wait for a consumer.' },
    })
    expect(() => outbox.requireRoom()).toThrow(expect.objectContaining({ code: 'audit_unavailable' }))
    await expect(outbox.checkReady()).rejects.toMatchObject({ code: 'audit_unavailable' })
    expect(await readOutbox(keyPrefix)).toHaveLength(2)
    await redis.xtrim(`${keyPrefix}outbox`, 'MAXLEN', 1)
    nowMs = 2_000
    outbox.requireRoom()
    expect(() => outbox.requireRoom()).toThrow('audit record')
    await outbox.append(recordForTests)
    outbox.requireRoom()
  })

  it('rejects with audit_unavailable where the key holds something else', async () => {
    const keyPrefix = freshPrefix()
    await redis.set(`${keyPrefix}outbox`, 'x')
    await expect(createRedisOutbox(redis, { clock, keyPrefix }).append(recordForTests)).rejects.toMatchObject({
      code: 'audit_unavailable',
    })
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
      (client) => createRedisSemanticCache(client, { ttlMs: 1 }).find('k'),
    ],
    [
      'the cache cannot store',
      'dependency_unavailable',
      (client) => createRedisSemanticCache(client, { ttlMs: 1 }).store('k', 'v'),
    ],
    [
      'the outbox accepts nothing',
      'audit_unavailable',
      (client) => createRedisOutbox(client, { clock }).append(recordForTests),
    ],
  ])('%s', async (_name, code, use) => {
    await expect(use(await gone())).rejects.toMatchObject({ code, cause: expect.any(Error) })
  })
})
