import type { ControlRecord } from '@sluice/contracts'
import { CommandBatcher, createRedis, waitForRedis } from '@sluice/redis'
import { type RedisServer, startOwnRedis } from '@sluice/testkit'
import { Cluster, type Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fromEntry } from './entry.ts'
import { createRedisOutbox } from './redis-outbox.ts'
import { agreeOnShards } from './shard-count.ts'
import { controlRecordForTests, readOutbox, requestRecordForTests, storedRequestForTests } from './testing/index.ts'

const clock = { nowMs: () => 0, monotonicMs: () => 0 }

let server: RedisServer
let redis: Redis
let commands: CommandBatcher
let prefixes = 0
const freshPrefix = () => `shards${prefixes++}:`

beforeAll(async () => {
  server = await startOwnRedis({ sources: ['binary'] })
  redis = createRedis(server.url, { commandTimeoutMs: 5_000 })
  await waitForRedis(redis, 10_000)
  commands = new CommandBatcher(redis)
}, 300_000)
afterAll(async () => {
  redis?.disconnect()
  await server?.stop()
})

/** What stands in a shard: the record of each entry and the number of its first event. */
async function contentOf(keyPrefix: string, shard: number) {
  const entries = await redis.xrange(`${keyPrefix}{outbox:${shard}}`, '-', '+')
  return entries.map(([, fields]) => fromEntry(fields))
}

const requests = Array.from({ length: 40 }, (_, index) => ({ session_id: index % 8, request_id: `request-${index}` }))

describe('the shards of the outbox', () => {
  it('keep all records of a session in one, in their order, and all are used', async () => {
    const keyPrefix = freshPrefix()
    const outbox = createRedisOutbox(commands, { clock, keyPrefix, shards: 3 })
    await Promise.all(requests.map((request) => outbox.append(storedRequestForTests(request))))
    for (const shard of [0, 1, 2]) expect((await contentOf(keyPrefix, shard)).length).toBeGreaterThan(0)
    const accepted = await readOutbox(redis, keyPrefix, 3)
    for (const session_id of new Set(requests.map((request) => request.session_id))) {
      const of = (records: readonly Record<string, unknown>[]) =>
        records.filter((each) => each.session_id === session_id)
      expect(of(accepted)).toEqual(of(requests).map((request) => ({ ...requestRecordForTests, ...request })))
    }
  })

  it('keep an act on a session with its requests, and records without a session by their user', async () => {
    const keyPrefix = freshPrefix()
    const outbox = createRedisOutbox(commands, { clock, keyPrefix, shards: 8 })
    await Promise.all([outbox.append(storedRequestForTests()), outbox.append(controlRecordForTests)])
    expect(await contentOf(keyPrefix, 7)).toHaveLength(2)
    const { session_id: _, ...onUser } = controlRecordForTests
    for (let index = 0; index < 5; index++) await outbox.append(onUser)
    const lengths = await Promise.all(
      Array.from({ length: 8 }, async (_, at) => (await contentOf(keyPrefix, at)).length),
    )
    expect([lengths.filter((length) => length > 0).length <= 2, Math.max(...lengths) >= 5]).toEqual([true, true])
  })

  it('are as many as the first service has said', async () => {
    const keyPrefix = freshPrefix()
    expect(await agreeOnShards(redis, keyPrefix, 4)).toBe(4)
    expect(await agreeOnShards(redis, keyPrefix, 8)).toBe(4)
  })
})

describe('the numbers of a session', () => {
  const frozen = (changes: Partial<ControlRecord>): ControlRecord => ({ ...controlRecordForTests, ...changes })

  it('are consecutive over its records, from 1, whichever process appends', async () => {
    const keyPrefix = freshPrefix()
    const outboxes = [1, 2].map(() => createRedisOutbox(new CommandBatcher(redis), { clock, keyPrefix, shards: 2 }))
    const layers = Array.from({ length: 3 }, () => requestRecordForTests.layers[0]!)
    await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        outboxes[at % 2]?.append(storedRequestForTests({ session_id: at % 4, layers })),
      ),
    )
    await outboxes[0]?.append(frozen({ session_id: 1 }))
    for (const session_id of [0, 1, 2, 3]) {
      const content = await contentOf(keyPrefix, session_id % 2)
      const own = content.filter(({ record }) => record.kind !== 'refusals' && record.session_id === session_id)
      expect(own.map(({ sequence }) => sequence)).toEqual([1, 5, 9, 13, 17, ...(session_id === 1 ? [21] : [])])
    }
  })

  it('are kept while a session may be silent, and while it is frozen for ever', async () => {
    const keyPrefix = freshPrefix()
    const outbox = createRedisOutbox(commands, { clock, keyPrefix, sequenceMs: 60_000 })
    const key = `${keyPrefix}{outbox:0}:session:7`
    await outbox.append(storedRequestForTests())
    expect(await redis.pttl(key)).toBeGreaterThan(50_000)
    await outbox.append(frozen({ event: 'session.frozen' }))
    expect(await redis.pttl(key)).toBe(-1)
    await outbox.append(storedRequestForTests())
    expect(await redis.pttl(key)).toBe(-1)
    await outbox.append(frozen({ event: 'session.unfrozen' }))
    expect(await redis.pttl(key)).toBeGreaterThan(50_000)
    expect((await contentOf(keyPrefix, 0)).map(({ sequence }) => sequence)).toEqual([1, 3, 4, 6])
  })

  it('take less than 200 bytes of Redis for a session', async () => {
    const keyPrefix = freshPrefix()
    const outbox = createRedisOutbox(commands, { clock, keyPrefix })
    const before = Number(/used_memory:(\d+)/.exec(await redis.info('memory'))?.[1])
    const sessions = 5_000
    const append = (at: number) =>
      outbox.append(storedRequestForTests({ session_id: 1_795_363_200_000_000 + at, layers: [] }))
    await Promise.all(Array.from({ length: sessions }, (_, at) => append(at)))
    await redis.del(`${keyPrefix}{outbox:0}`)
    const used = async () => Number(/used_memory:(\d+)/.exec(await redis.info('memory'))?.[1]) - before
    // Some servers free in a thread what was deleted.
    await expect.poll(async () => (await used()) / sessions).toBeLessThan(200)
  })
})

it('a record that is appended once more by its id stands there once, and takes no number', async () => {
  const keyPrefix = freshPrefix()
  const outbox = createRedisOutbox(commands, { clock, keyPrefix })
  for (const _ of [1, 2]) await outbox.append(controlRecordForTests, { once: true })
  await outbox.append(storedRequestForTests())
  expect((await contentOf(keyPrefix, 0)).map(({ sequence }) => sequence)).toEqual([1, 2])
})

describe('a crowded shard', () => {
  const bounded = { clock, shards: 2, maxRecords: 4_000, controlReserve: 0 }
  const settle = (appends: readonly Promise<void>[]) =>
    Promise.allSettled(appends).then((all) => all.filter(({ status }) => status === 'fulfilled').length)

  it('gives each user a sixteenth, so that one of them does not close it for the others', async () => {
    const keyPrefix = freshPrefix()
    const outbox = createRedisOutbox(commands, { ...bounded, keyPrefix })
    const hot = () => storedRequestForTests({ sub: 'mallory', session_id: 2 })
    // The free half of the shard's 2,000 records, and 125 of the other half.
    expect(await settle(Array.from({ length: 1_500 }, () => outbox.append(hot())))).toBe(1_125)
    const caller = { tenant: 'acme', sub: 'mallory', sessionId: 2 }
    expect(() => outbox.requireRoom(caller)).toThrow(expect.objectContaining({ code: 'audit_unavailable' }))
    expect(() => outbox.requireRoom({ tenant: 'acme', sub: 'mallory' })).toThrow()
    // Another session of the same user in the same shard has no share of its own.
    const another = storedRequestForTests({ sub: 'mallory', session_id: 4 })
    await expect(outbox.append(another)).rejects.toMatchObject({ code: 'audit_unavailable' })
    outbox.requireRoom({ tenant: 'acme', sub: 'alice', sessionId: 2 })
    await outbox.append(storedRequestForTests({ sub: 'alice', session_id: 6 }))
    await outbox.checkReady('requests')
    // An act about that user is not counted.
    await outbox.append({ ...controlRecordForTests, sub: 'mallory', session_id: 2 })
  })

  it('forgets what a user had there once it has left', async () => {
    const keyPrefix = freshPrefix()
    const outbox = createRedisOutbox(commands, { ...bounded, keyPrefix })
    const hot = () => storedRequestForTests({ sub: 'mallory', session_id: 2 })
    await settle(Array.from({ length: 1_200 }, () => outbox.append(hot())))
    await redis.xtrim(`${keyPrefix}{outbox:0}`, 'MAXLEN', 0)
    const others = Array.from({ length: 1_000 }, (_, at) =>
      outbox.append(storedRequestForTests({ sub: `user-${at}`, session_id: 2 })),
    )
    expect(await settle(others)).toBe(1_000)
    expect(await settle(Array.from({ length: 200 }, () => outbox.append(hot())))).toBe(125)
  })

  it('that is full leaves the others open, and the outbox ready for requests', async () => {
    const keyPrefix = freshPrefix()
    const outbox = createRedisOutbox(commands, { clock, keyPrefix, shards: 2, maxRecords: 40, controlReserve: 0 })
    const inShard = (shard: number) => Array.from({ length: 25 }, () => storedRequestForTests({ session_id: shard }))
    expect(await settle(inShard(0).map((record) => outbox.append(record)))).toBe(20)
    await outbox.checkReady('requests')
    await expect(outbox.checkReady('control')).rejects.toMatchObject({ code: 'audit_unavailable' })
    const caller = { tenant: 'acme', sub: 'alice' }
    outbox.requireRoom(caller)
    outbox.requireRoom({ ...caller, sessionId: 1 })
    expect(() => outbox.requireRoom({ ...caller, sessionId: 2 })).toThrow()
    expect(await settle(inShard(1).map((record) => outbox.append(record)))).toBe(20)
    await expect(outbox.checkReady('requests')).rejects.toMatchObject({ code: 'audit_unavailable' })
    expect(() => outbox.requireRoom(caller)).toThrow()
  })
})

describe('one command per shard', () => {
  it('carries all records of a turn, on a cluster', async () => {
    const node = await startOwnRedis({ sources: ['binary'], cluster: true })
    const setUp = createRedis(node.url)
    await waitForRedis(setUp, 10_000)
    await setUp.call('CLUSTER', 'ADDSLOTSRANGE', '0', '16383')
    await expect.poll(() => setUp.call('CLUSTER', 'INFO'), { timeout: 10_000 }).toContain('cluster_state:ok')
    const cluster = new Cluster([{ host: '127.0.0.1', port: node.port }], { slotsRefreshTimeout: 5_000 })
    const scripts = async () => Number(/cmdstat_evalsha:calls=(\d+)/.exec(await setUp.info('commandstats'))?.[1] ?? 0)
    try {
      const outbox = createRedisOutbox(new CommandBatcher(cluster), { clock, shards: 4 })
      const appendAll = () => Promise.all(requests.map((request) => outbox.append(storedRequestForTests(request))))
      await appendAll()
      const before = await scripts()
      await appendAll()
      expect((await scripts()) - before).toBe(4)
    } finally {
      cluster.disconnect()
      setUp.disconnect()
      await node.stop()
    }
  })

  it('and one for all shards together where there is one server', async () => {
    const scripts = async () => Number(/cmdstat_evalsha:calls=(\d+)/.exec(await redis.info('commandstats'))?.[1] ?? 0)
    const outbox = createRedisOutbox(commands, { clock, shards: 4, keyPrefix: freshPrefix() })
    const before = await scripts()
    await Promise.all(requests.map((request) => outbox.append(storedRequestForTests(request))))
    expect((await scripts()) - before).toBe(1)
  })
})
