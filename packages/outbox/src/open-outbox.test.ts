import { CommandBatcher, createRedis, waitForRedis } from '@sluice/redis'
import type { OpenContext } from '@sluice/service-kit/environment'
import { type RedisServer, startOwnRedis } from '@sluice/testkit'
import type { Redis } from 'ioredis'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { outboxConfigShape } from './config.ts'
import { openOutbox } from './open-outbox.ts'
import { outboxKey, storedRequestForTests } from './testing/index.ts'

const configSchema = z.object(outboxConfigShape({ whenFull: 'nothing is done' }))
const clock = { nowMs: () => Date.now(), monotonicMs: () => performance.now() }

let primary: RedisServer
let replica: RedisServer
let redis: Redis
const closing: (() => unknown)[] = []
const gauges = new Map<string, number>()
const warnings: unknown[] = []

beforeAll(async () => {
  ;[primary, replica] = await Promise.all([
    startOwnRedis({ sources: ['binary'] }),
    startOwnRedis({ sources: ['binary'] }),
  ])
  redis = createRedis(primary.url, { commandTimeoutMs: 5_000 })
  await waitForRedis(redis, 10_000)
}, 300_000)
beforeEach(async () => {
  await redis.flushall()
  gauges.clear()
  warnings.length = 0
})
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})
afterAll(async () => {
  redis?.disconnect()
  await Promise.all([primary?.stop(), replica?.stop()])
})

type Config = z.output<typeof configSchema> & { readonly REDIS_URL: string; readonly REDIS_COMMAND_TIMEOUT_MS: number }

/** What a service gives, with gauges that keep the last value of each series. */
function contextWith(changes: Readonly<Record<string, string>>): OpenContext<Config> {
  const gauge = <Label extends string>({ name }: { readonly name: string }) => ({
    set: (labels: number | Readonly<Partial<Record<Label, string>>>, value?: number) => {
      if (typeof labels === 'number') gauges.set(name, labels)
      else gauges.set(`${name} ${Object.values(labels).join(' ')}`, value ?? Number.NaN)
    },
    reset: () => {
      for (const series of gauges.keys()) if (series.startsWith(`${name} `)) gauges.delete(series)
    },
  })
  return {
    service: 'test',
    config: { ...configSchema.parse(changes), REDIS_URL: primary.url, REDIS_COMMAND_TIMEOUT_MS: 800 },
    clock,
    logger: { warn: (facts) => void warnings.push(facts), error: () => undefined },
    metrics: { gauge },
    onClose: (_name, hook) => void closing.push(hook),
  }
}

const open = (changes: Readonly<Record<string, string>> = {}) =>
  openOutbox(contextWith(changes), { redis, commands: new CommandBatcher(redis) })

const version = async () => Number(/redis_version:(\d+\.\d+)/.exec(await redis.info('server'))?.[1])

describe('openOutbox', () => {
  it('refuses a service that spreads the records over another number of shards', async () => {
    await open({ OUTBOX_SHARDS: '4' })
    await expect(open({ OUTBOX_SHARDS: '8' })).rejects.toThrow(
      'OUTBOX_SHARDS: is 8 here, and records are spread over 4 shards in Redis',
    )
    await open({ OUTBOX_SHARDS: '4' })
  })

  it('refuses other modes of durability than it knows', () => {
    for (const OUTBOX_DURABILITY of ['disk', 'replicas', 'replicas:0', 'fsync ']) {
      expect(configSchema.safeParse({ OUTBOX_DURABILITY }).success).toBe(false)
    }
  })

  it('shows what waits in each shard and for whom, also after others have drained it', async () => {
    const outbox = await open({ OUTBOX_SHARDS: '2' })
    for (const session_id of [2, 4, 6]) await outbox.append(storedRequestForTests({ session_id }))
    await redis.xgroup('CREATE', outboxKey(), 'audit', '0')
    await redis.xgroup('CREATE', outboxKey(), 'relay', '0')
    await redis.hset(`${outboxKey()}:served`, 'relay', Date.now() - 120_000)
    await redis.xreadgroup('GROUP', 'audit', 'holder', 'COUNT', 1, 'STREAMS', outboxKey(), '>')
    const [[id = ''] = []] = await redis.xrange(outboxKey(), '-', '+', 'COUNT', 1)
    await redis.xack(outboxKey(), 'audit', id)
    const shown = () => Object.fromEntries(gauges)
    await expect.poll(shown, { timeout: 10_000 }).toMatchObject({
      sluice_outbox_records: 3,
      'sluice_outbox_lag_records audit 0': 2,
      'sluice_outbox_lag_records relay 0': 3,
      'sluice_outbox_unserved_seconds audit 0': -1,
    })
    expect(gauges.get('sluice_outbox_bytes')).toBeGreaterThan(1_000)
    expect(gauges.get('sluice_outbox_oldest_seconds 0')).toBeGreaterThan(0)
    expect(gauges.get('sluice_outbox_unserved_seconds relay 0')).toBeGreaterThan(119)
    expect(warnings).toEqual([{ group: 'relay', records: 3 }])
    await redis.xtrim(outboxKey(), 'MAXLEN', 0)
    await expect.poll(() => gauges.get('sluice_outbox_records'), { timeout: 10_000 }).toBe(0)
  }, 30_000)
})

/*
 * Debian 12's Redis 7.0 has WAIT and no WAITAOF (7.2): on such a server only the refusal is tried. The rest needs a
 * later `redis-server` on PATH; it was run against Valkey 8.0.1.
 */
describe('OUTBOX_DURABILITY=fsync', () => {
  it('refuses to start where Redis has no WAITAOF, and accepts what is on the disk where it has', async () => {
    if ((await version()) < 7.2) {
      const fault = 'OUTBOX_DURABILITY: fsync needs WAITAOF, which Redis has from 7.2 on'
      await expect(open({ OUTBOX_DURABILITY: 'fsync' })).rejects.toThrow(fault)
      return
    }
    const outbox = await open({ OUTBOX_DURABILITY: 'fsync', OUTBOX_SHARDS: '1' })
    await outbox.append(storedRequestForTests())
    const calls = async () => Number(/cmdstat_waitaof:calls=(\d+)/.exec(await redis.info('commandstats'))?.[1])
    const before = await calls()
    await Promise.all(Array.from({ length: 50 }, () => outbox.append(storedRequestForTests())))
    expect((await calls()) - before).toBeLessThanOrEqual(3)
    await redis.config('SET', 'appendonly', 'no')
    try {
      await expect(outbox.append(storedRequestForTests())).rejects.toMatchObject({ code: 'audit_unavailable' })
      const fault = 'OUTBOX_DURABILITY: fsync needs a Redis with an append-only file (appendonly yes)'
      await expect(open({ OUTBOX_DURABILITY: 'fsync', OUTBOX_SHARDS: '1' })).rejects.toThrow(fault)
    } finally {
      await redis.config('SET', 'appendonly', 'yes')
    }
  }, 30_000)
})

describe('OUTBOX_DURABILITY=replicas:1', () => {
  it('accepts no record that no replica has, and each that one has', async () => {
    const outbox = await open({ OUTBOX_DURABILITY: 'replicas:1', OUTBOX_SHARDS: '1' })
    await expect(outbox.append(storedRequestForTests())).rejects.toMatchObject({
      code: 'audit_unavailable',
      cause: { message: 'Of 1 asked for, 0 have the record within 2000 ms.' },
    })
    const client = createRedis(replica.url)
    await waitForRedis(client, 5_000)
    await client.call('REPLICAOF', '127.0.0.1', String(primary.port))
    await expect.poll(() => client.info('replication'), { timeout: 20_000 }).toContain('master_link_status:up')
    await outbox.append(storedRequestForTests())
    expect(await client.xlen(outboxKey())).toBe(2)
    const calls = async () => Number(/cmdstat_wait:calls=(\d+)/.exec(await redis.info('commandstats'))?.[1])
    const before = await calls()
    await Promise.all(Array.from({ length: 50 }, () => outbox.append(storedRequestForTests())))
    // Those who ask while one wait runs share the next one.
    expect((await calls()) - before).toBeLessThanOrEqual(3)
    process.kill(replica.pid() ?? 0, 'SIGSTOP')
    try {
      await expect(outbox.append(storedRequestForTests())).rejects.toMatchObject({ code: 'audit_unavailable' })
    } finally {
      process.kill(replica.pid() ?? 0, 'SIGCONT')
    }
    client.disconnect()
  }, 60_000)
})
