import { CommandBatcher, createRedis, waitForRedis } from '@sluice/redis'
import { type RedisLease, startRedis } from '@sluice/testkit'
import type { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FIRST_TIMED_SESSION } from '../secure-state-map.ts'
import { createRedisMappingHolds } from './redis-mapping-holds.ts'
import { createRedisStateMap } from './redis-state-map.ts'

let server: RedisLease
let redis: Redis
let prefixes = 0
beforeAll(async () => {
  server = await startRedis()
  redis = createRedis(server.url, { commandTimeoutMs: 5_000 })
  await waitForRedis(redis, 10_000)
}, 300_000)
afterAll(async () => {
  redis?.disconnect()
  await server?.stop()
})

const TTL_MS = 200
const alice = { tenant: 'acme', sub: 'alice', sessionId: FIRST_TIMED_SESSION, secret: 'k1.sealed' }
const later = { ...alice, sessionId: FIRST_TIMED_SESSION + 1, secret: 'k1.other' }
/** Whose name looks like a pattern that finds everybody. */
const star = { ...alice, sub: '*', secret: 'k1.star' }
const bob = { ...alice, sub: 'bob', secret: 'k1.bob' }

function setUp() {
  prefixes += 1
  const keyPrefix = `holds${prefixes}:`
  const map = createRedisStateMap(new CommandBatcher(redis), {
    ...{ ttlMs: TTL_MS, maxSessionBytes: 1e6, maxUserBytes: 1e6, maxBytes: 1e9, keyPrefix },
  })
  return { map, holds: createRedisMappingHolds(redis, keyPrefix), keyPrefix }
}

const expired = () => new Promise((resolve) => setTimeout(resolve, 3 * TTL_MS))
const sealed = (token: string) => new Map([[token, 'sealed']])

describe('a legal hold on mappings', () => {
  it('keeps what is stored and what is written later, of this user only', async () => {
    const { map, holds } = setUp()
    for (const scope of [alice, later, star, bob]) await map.write(scope, sealed('T_1'))
    expect(await holds.hold({ tenant: 'acme', sub: 'alice' }, 'h1')).toBe(2)
    await map.write(alice, sealed('T_2'))
    await expired()
    // A write after the time of a generation would let the one before it go.
    await map.write(alice, sealed('T_3'))
    await expired()
    expect([...(await map.read(alice, ['T_1', 'T_2', 'T_3'])).keys()]).toEqual(['T_1', 'T_2', 'T_3'])
    expect([...(await map.read(later, ['T_1'])).keys()]).toEqual(['T_1'])
    expect(await map.secretsOf(alice)).toEqual(['k1.sealed'])
    for (const scope of [star, bob]) expect(await map.read(scope, ['T_1'])).toEqual(new Map())
  })

  it('keeps one session where it is on one', async () => {
    const { map, holds } = setUp()
    for (const scope of [alice, later]) await map.write(scope, sealed('T_1'))
    expect(await holds.hold(alice, 'h1')).toBe(1)
    await expired()
    expect((await map.read(alice, ['T_1'])).size).toBe(1)
    expect((await map.read(later, ['T_1'])).size).toBe(0)
  })

  it('lets go once the last one is released', async () => {
    const { map, holds, keyPrefix } = setUp()
    await map.write(alice, sealed('T_1'))
    await holds.hold({ tenant: 'acme', sub: 'alice' }, 'h1')
    await holds.hold(alice, 'h2')
    const times = async () => {
      const keys = (await redis.keys(`${keyPrefix}*acme:alice:*`)).filter((key) => !key.endsWith(':held'))
      return await Promise.all(keys.map((key) => redis.pttl(key)))
    }
    await holds.release({ tenant: 'acme', sub: 'alice' }, 'h1')
    expect(await times()).toEqual([-1, -1])
    await holds.release(alice, 'h2')
    for (const ms of await times()) expect(ms).toBeGreaterThan(80_000_000)
    await map.write(alice, sealed('T_2'))
    await expired()
    expect((await map.read(alice, ['T_1'])).size).toBe(0)
  })

  it('is refused where Redis cannot be reached', async () => {
    const lost = createRedis('redis://127.0.0.1:1', { commandTimeoutMs: 50 })
    lost.on('error', () => undefined)
    const holds = createRedisMappingHolds(lost)
    await expect(holds.hold(alice, 'h1')).rejects.toMatchObject({ code: 'dependency_unavailable' })
    await expect(holds.release(alice, 'h1')).rejects.toMatchObject({ code: 'dependency_unavailable' })
    lost.disconnect()
  })
})
