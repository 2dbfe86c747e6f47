import type { ControlRecord } from '@sluice/contracts'
import { CommandBatcher, createRedis, waitForRedis } from '@sluice/redis'
import { type RedisLease, startRedis } from '@sluice/testkit'
import type { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createRedisOutbox } from './redis-outbox.ts'
import { controlRecordForTests, outboxContract, outboxKey, readOutbox, storedRequestForTests } from './testing/index.ts'

let server: RedisLease
let redis: Redis
let commands: CommandBatcher
let prefixes = 0
/** The one whom the records for tests are about. */
const caller = { tenant: 'acme', sub: 'alice \u{1f600}', sessionId: 7 }
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
    expect(() => outbox.requireRoom(caller)).toThrow(expect.objectContaining({ code: 'audit_unavailable' }))
    await expect(outbox.checkReady('requests')).rejects.toMatchObject({ code: 'audit_unavailable' })
    expect(await readOutbox(redis, keyPrefix)).toHaveLength(2)
    await redis.xtrim(outboxKey(keyPrefix), 'MAXLEN', 1)
    nowMs = 2_000
    outbox.requireRoom(caller)
    expect(() => outbox.requireRoom(caller)).toThrow('audit record')
    await outbox.append(storedRequestForTests())
    outbox.requireRoom(caller)
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
    expect(() => outbox.requireRoom(caller)).toThrow(expect.objectContaining({ code: 'audit_unavailable' }))
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
    const outbox = createRedisOutbox(commands, {
      ...{ clock: { ...clock, monotonicMs: () => nowMs }, keyPrefix, maxBytes: 100_000, controlReserve: 0.5 },
    })
    const fill = async (records: number) =>
      await Promise.all(Array.from({ length: records }, () => outbox.append(storedRequestForTests())))
    await fill(200)
    nowMs += 1_000
    await expect(fill(1)).rejects.toMatchObject({ code: 'audit_unavailable' })
    // Until the next measurement nothing is sent.
    await expect(fill(1)).rejects.toMatchObject({ code: 'audit_unavailable' })
    expect(() => outbox.requireRoom(caller)).toThrow(expect.objectContaining({ code: 'audit_unavailable' }))
    await outbox.append(controlRecordForTests)
    expect(await redis.xlen(outboxKey(keyPrefix))).toBe(201)
    await redis.xtrim(outboxKey(keyPrefix), 'MAXLEN', 10)
    nowMs += 1_000
    await fill(1)
    outbox.requireRoom(caller)
    await outbox.checkReady('requests')
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
