import { CommandBatcher, createRedis, waitForRedis } from '@sluice/redis'
import { type RedisLease, startRedis } from '@sluice/testkit'
import type { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createRedisOutbox } from '../redis-outbox.ts'
import { outboxKey, storedRequestForTests } from '../testing/index.ts'
import { startOutboxConsumer } from './outbox-consumer.ts'
import type { DeliveredEntry } from './shard-consumer.ts'

let server: RedisLease
let redis: Redis
let prefixes = 0
const clock = { nowMs: () => Date.now(), monotonicMs: () => performance.now() }

beforeAll(async () => {
  server = await startRedis()
  redis = createRedis(server.url, { commandTimeoutMs: 5_000 })
  await waitForRedis(redis, 10_000)
}, 300_000)
afterAll(async () => {
  redis?.disconnect()
  await server?.stop()
})

/** An outbox of its own, what was handled there, and ways to consume it. */
function openSubject() {
  const keyPrefix = `consumer${prefixes++}:`
  const outbox = createRedisOutbox(new CommandBatcher(redis), { clock, keyPrefix })
  const handled: string[] = []
  const note = async (entries: readonly DeliveredEntry[]) => {
    for (const { record } of entries) handled.push(record?.kind === 'request' ? record.request_id : 'unreadable')
  }
  return {
    handled,
    key: outboxKey(keyPrefix),
    append: async (...ids: readonly string[]) => {
      for (const request_id of ids) await outbox.append(storedRequestForTests({ request_id }))
    },
    left: () => redis.xlen(outboxKey(keyPrefix)),
    consume: (group: string, handle = note, holder = 'one') =>
      startOutboxConsumer({
        ...{ redisUrl: server.url, clock, shards: 1, group, holder, connectionName: 'test', keyPrefix, handle },
        onError: () => undefined,
      }),
  }
}

const within = { timeout: 20_000, interval: 20 }

describe('a consumer of the outbox', () => {
  it('gets records that wait and those to come, in their order, and takes them out of the outbox', async () => {
    const { append, consume, handled, left } = openSubject()
    await append('a', 'b')
    const consumer = consume('audit')
    await vi.waitFor(() => expect(handled).toEqual(['a', 'b']), within)
    await append('c')
    await vi.waitFor(() => expect(handled).toEqual(['a', 'b', 'c']), within)
    await vi.waitFor(async () => expect(await left()).toBe(0), within)
    await consumer.close()
  })

  it('gets the same records again after its work failed, before any later one', async () => {
    const { append, consume, handled, left } = openSubject()
    await append('a', 'b')
    let attempts = 0
    const consumer = consume('audit', async (entries) => {
      attempts += 1
      if (attempts === 1) await append('c')
      if (attempts < 3) throw new Error('not yet')
      for (const { record } of entries) handled.push(record?.kind === 'request' ? record.request_id : '')
    })
    await vi.waitFor(() => expect(handled).toEqual(['a', 'b', 'c']), within)
    await vi.waitFor(async () => expect(await left()).toBe(0), within)
    await consumer.close()
  })

  it('leaves to the next process what it had taken and not finished', async () => {
    const { append, consume, handled, left } = openSubject()
    await append('a')
    const stuck = Promise.withResolvers<void>()
    const taken = Promise.withResolvers<void>()
    const first = consume('audit', async () => {
      taken.resolve()
      await stuck.promise
      throw new Error('gone')
    })
    await taken.promise
    stuck.resolve()
    await first.close()
    const second = consume('audit', undefined, 'two')
    await vi.waitFor(() => expect(handled).toEqual(['a']), within)
    await vi.waitFor(async () => expect(await left()).toBe(0), within)
    await second.close()
  })

  it('lets one process at a time have the shard', async () => {
    const { append, consume, handled } = openSubject()
    const gate = Promise.withResolvers<void>()
    let atOnce = 0
    let most = 0
    const handle = async (entries: readonly DeliveredEntry[]) => {
      atOnce += 1
      most = Math.max(most, atOnce)
      await gate.promise
      atOnce -= 1
      for (const { record } of entries) handled.push(record?.kind === 'request' ? record.request_id : '')
    }
    const consumers = [consume('audit', handle, 'one'), consume('audit', handle, 'two')]
    await append('a')
    await vi.waitFor(() => expect(atOnce).toBe(1), within)
    await append('b')
    gate.resolve()
    await vi.waitFor(() => expect(handled).toEqual(['a', 'b']), within)
    expect(most).toBe(1)
    await Promise.all(consumers.map((consumer) => consumer.close()))
  })

  it('keeps a record until every group has it', async () => {
    const { append, consume, left, key } = openSubject()
    await redis.xgroup('CREATE', key, 'relay', '0', 'MKSTREAM')
    await append('a', 'b')
    const done: string[] = []
    const audit = consume('audit', async () => void done.push('audit'))
    await vi.waitFor(() => expect(done).toEqual(['audit']), within)
    await append('c')
    await vi.waitFor(() => expect(done).toEqual(['audit', 'audit']), within)
    expect(await left()).toBe(3)
    const relay = consume('relay')
    await vi.waitFor(async () => expect(await left()).toBe(0), within)
    await Promise.all([audit.close(), relay.close()])
  })

  it('goes on after an entry that nobody can read, and hands it over as such', async () => {
    const { append, consume, handled, key } = openSubject()
    await redis.xadd(key, '*', 'record', '{"kind":"of another version"}')
    await append('a')
    const consumer = consume('audit')
    await vi.waitFor(() => expect(handled).toEqual(['unreadable', 'a']), within)
    await consumer.close()
  })

  it('goes on after Redis has lost all data', async () => {
    const { append, consume, handled, key } = openSubject()
    await append('a')
    const consumer = consume('audit')
    await vi.waitFor(() => expect(handled).toEqual(['a']), within)
    await redis.del(key)
    await append('b')
    await vi.waitFor(() => expect(handled).toEqual(['a', 'b']), within)
    await consumer.close()
  })
})
