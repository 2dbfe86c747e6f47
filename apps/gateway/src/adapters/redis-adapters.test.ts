import {
  outboxContract,
  recordForTests,
  secureStateMapContract,
  semanticCacheContract,
} from '@sluice/pipeline/contract-suites'
import { createRedis, createRedisOutbox, waitForRedis } from '@sluice/redis'
import { type RedisServer, startRedis } from '@sluice/testkit'
import type { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createRedisSemanticCache } from './redis-semantic-cache.ts'
import { createRedisStateMap } from './redis-state-map.ts'

let server: RedisServer
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

secureStateMapContract('Redis', async () => ({
  port: createRedisStateMap(redis, { ttlMs: 60_000, keyPrefix: freshPrefix() }),
}))
semanticCacheContract('Redis', async () => ({
  port: createRedisSemanticCache(redis, { ttlMs: 60_000, keyPrefix: freshPrefix() }),
}))
outboxContract('Redis', async () => {
  const keyPrefix = freshPrefix()
  return { port: createRedisOutbox(redis, { clock, keyPrefix }), accepted: () => readOutbox(keyPrefix) }
})

describe('the Redis state map', () => {
  const scope = { tenant: 'acme', sessionId: 1 }

  it('keeps a session in two keys of one hash tag, and renews their expiry with every write', async () => {
    const keyPrefix = freshPrefix()
    const stateMap = createRedisStateMap(redis, { ttlMs: 60_000, maxTokensPerGeneration: 2, keyPrefix })
    const key = `${keyPrefix}{s:acme:1}:map`
    await stateMap.write(
      scope,
      new Map([
        ['A', '1'],
        ['B', '2'],
      ]),
    )
    await stateMap.write(scope, new Map([['C', '3']]))
    expect((await redis.keys(`${keyPrefix}*`)).sort()).toEqual([key, `${key}:old`])
    await redis.pexpire(key, 1_000)
    await redis.pexpire(`${key}:old`, 1_000)
    await stateMap.write(scope, new Map([['C', '3']]))
    for (const name of [key, `${key}:old`]) expect(await redis.pttl(name)).toBeGreaterThan(50_000)
  })

  it('forgets the tokens that were longest out of use when a session outgrows its bound', async () => {
    const stateMap = createRedisStateMap(redis, { ttlMs: 60_000, maxTokensPerGeneration: 2, keyPrefix: freshPrefix() })
    const tokens = ['A', 'B', 'C', 'D', 'E']
    for (const token of tokens) await stateMap.write(scope, new Map([[token, token]]))
    expect([...(await stateMap.read(scope, tokens)).keys()]).toEqual(['C', 'D', 'E'])
  })

  it('gives the newest value of a token that stands in both generations', async () => {
    const stateMap = createRedisStateMap(redis, { ttlMs: 60_000, maxTokensPerGeneration: 2, keyPrefix: freshPrefix() })
    await stateMap.write(
      scope,
      new Map([
        ['A', 'old'],
        ['B', '2'],
      ]),
    )
    await stateMap.write(scope, new Map([['A', 'new']]))
    expect(await stateMap.read(scope, ['A', 'B'])).toEqual(
      new Map([
        ['A', 'new'],
        ['B', '2'],
      ]),
    )
  })

  it('rejects where the key holds something else', async () => {
    const keyPrefix = freshPrefix()
    await redis.set(`${keyPrefix}{s:acme:1}:map`, 'x')
    const stateMap = createRedisStateMap(redis, { ttlMs: 60_000, keyPrefix })
    await expect(stateMap.write(scope, new Map([['A', '1']]))).rejects.toMatchObject({ code: 'dependency_unavailable' })
    await expect(stateMap.read(scope, ['A'])).rejects.toMatchObject({ code: 'dependency_unavailable' })
  })
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
  const scope = { tenant: 'acme', sessionId: 1 }
  const gone = async () => {
    const client = createRedis(server.url)
    await waitForRedis(client, 10_000)
    client.disconnect()
    return client
  }

  it.each<[string, string, (client: Redis) => Promise<unknown>]>([
    [
      'the state map cannot be written',
      'dependency_unavailable',
      (client) => createRedisStateMap(client, { ttlMs: 1 }).write(scope, new Map([['A', '1']])),
    ],
    [
      'the state map cannot be read',
      'dependency_unavailable',
      (client) => createRedisStateMap(client, { ttlMs: 1 }).read(scope, ['A']),
    ],
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
