import { CommandBatcher, createRedis, waitForRedis } from '@sluice/redis'
import { type RedisLease, startRedis } from '@sluice/testkit'
import type { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { secureStateMapContract } from '../testing/index.ts'
import { createRedisStateMap } from './redis-state-map.ts'

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

secureStateMapContract('Redis', async () => ({
  port: createRedisStateMap(commands, { ttlMs: 60_000, keyPrefix: freshPrefix() }),
}))

describe('the Redis state map', () => {
  const scope = { tenant: 'acme', sessionId: 1 }

  it('keeps a session in two keys of one hash tag, and renews their expiry with every write', async () => {
    const keyPrefix = freshPrefix()
    const stateMap = createRedisStateMap(commands, { ttlMs: 60_000, maxTokensPerGeneration: 2, keyPrefix })
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
    const stateMap = createRedisStateMap(commands, {
      ttlMs: 60_000,
      maxTokensPerGeneration: 2,
      keyPrefix: freshPrefix(),
    })
    const tokens = ['A', 'B', 'C', 'D', 'E']
    for (const token of tokens) await stateMap.write(scope, new Map([[token, token]]))
    expect([...(await stateMap.read(scope, tokens)).keys()]).toEqual(['C', 'D', 'E'])
  })

  it('gives the newest value of a token that stands in both generations', async () => {
    const stateMap = createRedisStateMap(commands, {
      ttlMs: 60_000,
      maxTokensPerGeneration: 2,
      keyPrefix: freshPrefix(),
    })
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
    const stateMap = createRedisStateMap(commands, { ttlMs: 60_000, keyPrefix })
    await expect(stateMap.write(scope, new Map([['A', '1']]))).rejects.toMatchObject({ code: 'dependency_unavailable' })
    await expect(stateMap.read(scope, ['A'])).rejects.toMatchObject({ code: 'dependency_unavailable' })
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

  it.each<[string, (client: Redis) => Promise<unknown>]>([
    [
      'cannot be written',
      (client) => createRedisStateMap(new CommandBatcher(client), { ttlMs: 1 }).write(scope, new Map([['A', '1']])),
    ],
    ['cannot be read', (client) => createRedisStateMap(new CommandBatcher(client), { ttlMs: 1 }).read(scope, ['A'])],
  ])('the state map %s', async (_name, use) => {
    await expect(use(await gone())).rejects.toMatchObject({ code: 'dependency_unavailable', cause: expect.any(Error) })
  })
})
