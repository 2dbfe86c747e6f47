import { CommandBatcher, createRedis, waitForRedis } from '@sluice/redis'
import { type RedisLease, startRedis } from '@sluice/testkit'
import type { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createRedisOutbox } from '../redis-outbox.ts'
import { keyOfShard } from '../shards.ts'
import { storedRequestForTests } from '../testing/index.ts'
import { ShardConsumer } from './shard-consumer.ts'

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

/** Two processes at one shard with two records, and a clock that the test moves. */
async function openSubject(group = 'audit') {
  const keyPrefix = `shard${prefixes++}:`
  const key = keyOfShard(keyPrefix, 3)
  const time = { nowMs: 0 }
  const clock = { nowMs: () => 0, monotonicMs: () => time.nowMs }
  const outbox = createRedisOutbox(new CommandBatcher(redis), { clock, keyPrefix, shards: 4 })
  for (const request_id of ['a', 'b']) await outbox.append(storedRequestForTests({ request_id, session_id: 3 }))
  const process = (holder: string) => new ShardConsumer({ redis, clock, shard: 3, key, group, holder })
  return {
    ...{ key, time, one: process('one'), other: process('other') },
    /** As Redis does when the time of the lease is over. */
    endLease: () => redis.del(`${key}:${group}:lease`),
  }
}

describe('a process that has lost a shard', () => {
  it('takes nothing, acknowledges nothing, and leaves what it had taken to the next one', async () => {
    const { key, one, other, endLease } = await openSubject()
    const taken = await one.take()
    expect(taken?.map(({ id, sequence }) => [id.slice(0, 2), sequence])).toEqual([
      ['3:', 1],
      ['3:', 3],
    ])
    expect(await other.take()).toBeUndefined()
    await endLease()
    expect(await other.take()).toEqual(taken)
    expect(await one.acknowledge(taken ?? [])).toBe(false)
    expect(await redis.xlen(key)).toBe(2)
    expect(await one.take()).toBeUndefined()
    await one.release()
    expect(await other.acknowledge(taken ?? [])).toBe(true)
    expect(await redis.xlen(key)).toBe(0)
  })

  it('knows it by its own clock, before the lease has ended for Redis', async () => {
    const { key, time, one } = await openSubject()
    await one.take()
    time.nowMs = 3_999
    expect(one.isHeld).toBe(true)
    await redis.hdel(`${key}:served`, 'audit')
    await one.renew()
    // A batch that takes long is not a group that nobody serves.
    expect(await redis.hget(`${key}:served`, 'audit')).toMatch(/^\d{13}$/)
    time.nowMs = 7_998
    expect(one.isHeld).toBe(true)
    time.nowMs = 7_999
    expect(one.isHeld).toBe(false)
  })

  it('does not get it back by prolonging', async () => {
    const { one, other, endLease } = await openSubject()
    await one.take()
    await endLease()
    await other.take()
    await one.renew()
    expect([one.isHeld, other.isHeld]).toEqual([false, true])
  })
})

it('a group other than the audit trail trims nothing before that is there', async () => {
  const { key, one } = await openSubject('relay')
  const taken = await one.take()
  expect(await one.acknowledge(taken ?? [])).toBe(true)
  expect(await redis.xlen(key)).toBe(2)
  await redis.xgroup('CREATE', key, 'audit', '$')
  // The next acknowledgement, of whatever, trims.
  expect(await one.acknowledge(taken ?? [])).toBe(true)
  expect(await redis.xlen(key)).toBe(0)
})
