import type { ControlRecord } from '@sluice/contracts'
import { CommandBatcher, createRedis, waitForRedis } from '@sluice/redis'
import { type RedisLease, startRedis } from '@sluice/testkit'
import type { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fromEntry } from './entry.ts'
import { createRedisOutbox } from './redis-outbox.ts'
import {
  controlRecordForTests,
  outboxContract,
  outboxKey,
  readOutbox,
  requestRecordForTests,
  storedRequestForTests,
} from './testing/index.ts'

let server: RedisLease
let redis: Redis
let commands: CommandBatcher
let prefixes = 0
const clock = { nowMs: () => 0, monotonicMs: () => 0 }
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

outboxContract('Redis', async () => {
  const keyPrefix = freshPrefix()
  return {
    port: createRedisOutbox(commands, { clock, keyPrefix }),
    accepted: () => readOutbox(redis, keyPrefix),
  }
})

describe('the Redis outbox', () => {
  it('refuses records when it is full, lets a request probe after a while, and takes one again', async () => {
    let nowMs = 0
    const keyPrefix = freshPrefix()
    const outbox = createRedisOutbox(commands, {
      clock: { ...clock, monotonicMs: () => nowMs },
      maxRecords: 2,
      keyPrefix,
    })
    await outbox.append(storedRequestForTests())
    await outbox.append(storedRequestForTests())
    await expect(outbox.append(storedRequestForTests())).rejects.toMatchObject({
      code: 'audit_unavailable',
      cause: { message: expect.stringMatching(/^The outbox is full for requests: 2 records or /) },
    })
    expect(() => outbox.requireRoom()).toThrow(expect.objectContaining({ code: 'audit_unavailable' }))
    await expect(outbox.checkReady('requests')).rejects.toMatchObject({ code: 'audit_unavailable' })
    expect(await readOutbox(redis, keyPrefix)).toHaveLength(2)
    await redis.xtrim(outboxKey(keyPrefix), 'MAXLEN', 1)
    nowMs = 2_000
    outbox.requireRoom()
    expect(() => outbox.requireRoom()).toThrow('audit record')
    await outbox.append(storedRequestForTests())
    outbox.requireRoom()
  })

  it('rejects with audit_unavailable where the key holds something else', async () => {
    const keyPrefix = freshPrefix()
    await redis.set(outboxKey(keyPrefix), 'x')
    await expect(
      createRedisOutbox(commands, { clock, keyPrefix }).append(storedRequestForTests()),
    ).rejects.toMatchObject({
      code: 'audit_unavailable',
    })
  })
})

describe('the reserve of the control plane', () => {
  const refusal: ControlRecord = { ...controlRecordForTests, event: 'soar.refused' }

  it('takes freezes while requests and refusals have no room left, and no more than the whole', async () => {
    const keyPrefix = freshPrefix()
    const outbox = createRedisOutbox(commands, { clock, keyPrefix, maxRecords: 10, controlReserve: 0.2 })
    const requests = Array.from({ length: 9 }, () => outbox.append(storedRequestForTests()))
    const settled = await Promise.allSettled(requests)
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(8)
    await expect(outbox.append(refusal)).rejects.toMatchObject({ code: 'audit_unavailable' })
    await expect(outbox.checkReady('requests')).rejects.toMatchObject({ code: 'audit_unavailable' })
    await outbox.checkReady('control')
    await outbox.append(controlRecordForTests)
    // An act of the control plane that found room says nothing about room for requests.
    expect(() => outbox.requireRoom()).toThrow(expect.objectContaining({ code: 'audit_unavailable' }))
    await outbox.append(controlRecordForTests)
    await expect(outbox.append(controlRecordForTests)).rejects.toMatchObject({ code: 'audit_unavailable' })
    await expect(outbox.checkReady('control')).rejects.toMatchObject({ code: 'audit_unavailable' })
    expect((await readOutbox(redis, keyPrefix)).map(({ kind }) => kind)).toEqual([
      ...Array(8).fill('request'),
      ...Array(2).fill('control'),
    ])
  })

  it('holds for the bound in bytes, which is measured once a second', async () => {
    let nowMs = 0
    const keyPrefix = freshPrefix()
    const measured: number[] = []
    const outbox = createRedisOutbox(commands, {
      ...{ clock: { ...clock, monotonicMs: () => nowMs }, keyPrefix, maxBytes: 100_000, controlReserve: 0.5 },
      onBytes: (bytes) => void measured.push(bytes),
    })
    const fill = async (records: number) =>
      await Promise.all(Array.from({ length: records }, () => outbox.append(storedRequestForTests())))
    await fill(200)
    expect(measured).toEqual([0])
    nowMs += 1_000
    await expect(fill(1)).rejects.toMatchObject({ code: 'audit_unavailable' })
    expect(measured[1]).toBeGreaterThan(50_000)
    // Until the next measurement nothing is sent.
    await expect(fill(1)).rejects.toMatchObject({ code: 'audit_unavailable' })
    expect(() => outbox.requireRoom()).toThrow(expect.objectContaining({ code: 'audit_unavailable' }))
    await outbox.append(controlRecordForTests)
    expect(await redis.xlen(outboxKey(keyPrefix))).toBe(201)
    await redis.xtrim(outboxKey(keyPrefix), 'MAXLEN', 10)
    nowMs += 1_000
    await fill(1)
    outbox.requireRoom()
    await outbox.checkReady('requests')
  })
})

describe('the Redis outbox in shards', () => {
  const records = Array.from({ length: 40 }, (_, index) => ({
    ...requestRecordForTests,
    sub: `user-${index % 8}`,
    request_id: `request-${index}`,
  }))

  it('keeps all records about a user in one shard, in their order, and uses every shard', async () => {
    const keyPrefix = freshPrefix()
    const outbox = createRedisOutbox(commands, { clock, keyPrefix, shards: 3 })
    await Promise.all(records.map((record) => outbox.append(storedRequestForTests(record))))
    const byShard = await Promise.all([0, 1, 2].map((shard) => redis.xrange(`${keyPrefix}{outbox:${shard}}`, '-', '+')))
    const subs = byShard.map((entries) => entries.map(([, fields]) => fromEntry(fields).sub))
    expect(subs.every((ofShard) => ofShard.length > 0)).toBe(true)
    for (const sub of new Set(subs.flat())) expect(subs.filter((ofShard) => ofShard.includes(sub))).toHaveLength(1)
    const accepted = await readOutbox(redis, keyPrefix, 3)
    for (const sub of new Set(subs.flat())) {
      expect(accepted.filter((record) => record.sub === sub)).toEqual(records.filter((record) => record.sub === sub))
    }
  })

  it('keeps an act of the control plane with the requests of the user that it is about', async () => {
    const keyPrefix = freshPrefix()
    const outbox = createRedisOutbox(commands, { clock, keyPrefix, shards: 8 })
    await Promise.all([outbox.append(storedRequestForTests()), outbox.append(controlRecordForTests)])
    expect(await redis.keys(`${keyPrefix}*`)).toHaveLength(1)
  })

  it('is not ready while one shard is full, and counts what waits in all of them', async () => {
    const keyPrefix = freshPrefix()
    const lengths: number[] = []
    const onLength = (waiting: number) => void lengths.push(waiting)
    const outbox = createRedisOutbox(commands, {
      clock,
      keyPrefix,
      shards: 2,
      maxRecords: 40,
      controlReserve: 0,
      onLength,
    })
    const ofOneUser = records.map((record) => ({ ...record, sub: 'alice' }))
    const settled = await Promise.allSettled(ofOneUser.map((record) => outbox.append(storedRequestForTests(record))))
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(20)
    expect(lengths.at(-1)).toBe(20)
    await expect(outbox.checkReady('requests')).rejects.toMatchObject({ code: 'audit_unavailable' })
  })
})

describe('the Redis outbox without Redis', () => {
  it('accepts nothing', async () => {
    const client = createRedis(server.url)
    await waitForRedis(client, 10_000)
    client.disconnect()
    const outbox = createRedisOutbox(new CommandBatcher(client), { clock })
    await expect(outbox.append(storedRequestForTests())).rejects.toMatchObject({
      code: 'audit_unavailable',
      cause: expect.any(Error),
    })
  })
})
