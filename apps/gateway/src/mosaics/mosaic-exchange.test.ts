import { hash } from 'node:crypto'
import { type ControlRecord, controlRecordSchema, SluiceError } from '@sluice/contracts'
import { MosaicMemory, readTraits } from '@sluice/mosaic'
import { createRedisMosaics, type SharedMosaics } from '@sluice/mosaic/redis'
import { CommandBatcher, createRedis, waitForRedis } from '@sluice/redis'
import { type RedisLease, startRedis } from '@sluice/testkit'
import type { Redis } from 'ioredis'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { MosaicExchange } from './mosaic-exchange.ts'

const NOW = Date.UTC(2026, 10, 27, 12)
const digest = (tenant: string, text: string) => hash('sha256', `${tenant} ${text}`, 'base64url')
const alice = { tenant: 'acme', sub: 'alice', sessionId: 7 }
const bob = { ...alice, sub: 'bob' }

let server: RedisLease
let redis: Redis
let shared: SharedMosaics
let records: ControlRecord[] = []
let failures: unknown[] = []
beforeAll(async () => {
  server = await startRedis()
  redis = createRedis(server.url, { commandTimeoutMs: 5_000 })
  await waitForRedis(redis, 10_000)
}, 300_000)
beforeEach(async () => {
  await redis.flushdb()
  shared = createRedisMosaics(new CommandBatcher(redis))
  records = []
  failures = []
})
afterAll(async () => {
  redis?.disconnect()
  await server?.stop()
})

/** One gateway, whose exchange is run by hand. */
function gateway(append = async (record: ControlRecord) => void records.push(record)) {
  const memory = new MosaicMemory({ bound: 20, digest })
  let nowMs = NOW
  const exchange = new MosaicExchange({
    ...{ memory, shared, outbox: { append }, bound: 20, digest },
    clock: { nowMs: () => nowMs, monotonicMs: () => 0 },
    onFound: () => undefined,
    onFailure: (err) => failures.push(err),
  })
  return {
    say: (owner: typeof alice, text: string) => memory.judge(owner, readTraits(text, []), nowMs),
    async run() {
      nowMs += 2_000
      await exchange.run()
    },
    close: () => exchange.close(),
  }
}

const PARTS = ['She lives in Springfield', 'aged 47', 'She works as a nurse'] as const

describe('the mosaics of two gateways', () => {
  it('are one, whichever of them is told what, and leave one record', async () => {
    const [one, other] = [gateway(), gateway()]
    one.say(alice, PARTS[0])
    await one.run()
    other.say(alice, PARTS[1])
    await other.run()
    expect(other.say(alice, PARTS[2])).toBeLessThan(20)
    one.say(alice, 'she')
    await Promise.all([one.run(), other.run()])
    one.say(alice, 'aged 47')
    await Promise.all([one.run(), other.run()])
    expect(one.say(alice, 'she')).toBeLessThan(20)
    const [record] = records
    expect(new Set(records.map(({ id }) => id)).size).toBe(1)
    expect(controlRecordSchema.parse(record)).toMatchObject({
      ...{ event: 'mosaic.found', severity: 'high', tenant: 'acme', sub: 'alice', session_id: 7, actor: 'user:alice' },
      details: { scope: 'session', anonymity_set: 1, bound: 20 },
    })
    expect(record?.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  })

  it('are found where only the exchange shows them', async () => {
    const [one, other] = [gateway(), gateway()]
    one.say(alice, `${PARTS[0]}, ${PARTS[1]}`)
    other.say(alice, PARTS[2])
    await one.run()
    expect(records).toEqual([])
    await other.run()
    expect(records).toHaveLength(1)
  })

  it('are told once for a session, at whatever gateway, after a restart too', async () => {
    const one = gateway()
    for (const text of PARTS) one.say(alice, text)
    await one.run()
    const later = gateway()
    for (const text of PARTS) later.say(alice, text)
    await later.run()
    for (const text of PARTS) one.say(alice, text)
    await one.run()
    expect(records).toHaveLength(1)
  })

  it('are told for a day, where each session is harmless', async () => {
    const one = gateway()
    for (const [at, text] of PARTS.entries()) one.say({ ...alice, sessionId: at + 1 }, text)
    await one.run()
    expect(records).toMatchObject([{ sub: 'alice', details: { scope: 'day' } }])
    expect(records[0]).not.toHaveProperty('session_id')
  })

  it('are never of two users', async () => {
    const [one, other] = [gateway(), gateway()]
    one.say(alice, `${PARTS[0]}, ${PARTS[1]}`)
    one.say(bob, PARTS[2])
    await one.run()
    other.say(bob, PARTS[0])
    await other.run()
    expect(records).toEqual([])
  })
})

describe('an exchange', () => {
  it('tells later what could not be told, and loses nothing', async () => {
    let isDown = true
    const one = gateway(async (record) => {
      if (isDown) throw new SluiceError('audit_unavailable')
      records.push(record)
    })
    for (const text of PARTS) one.say(alice, text)
    await one.run()
    expect([records, failures.length]).toEqual([[], 1])
    isDown = false
    await one.run()
    expect(records).toHaveLength(1)
  })

  it('writes what Redis could not take once it is back', async () => {
    const working = shared
    let isDown = true
    const away = () => Promise.reject(new SluiceError('dependency_unavailable'))
    shared = {
      erase: away,
      exchange: (told, nowMs) => (isDown ? away() : working.exchange(told, nowMs)),
    }
    const one = gateway()
    one.say(alice, PARTS[0])
    await one.run()
    expect(failures).toHaveLength(1)
    const nothing = { tenant: 'acme', sub: 'alice', erasures: undefined, traits: [], told: [] }
    expect((await working.exchange(nothing, NOW))?.traits).toEqual([])
    isDown = false
    await one.run()
    // Place and sex, for the session and for the day.
    expect((await working.exchange(nothing, NOW))?.traits).toHaveLength(4)
  })

  it('forgets a user who was erased', async () => {
    const one = gateway()
    one.say(alice, `${PARTS[0]}, ${PARTS[1]}`)
    await one.run()
    await shared.erase(alice, NOW)
    one.say(alice, 'she')
    await one.run()
    expect(one.say(alice, PARTS[2])).toBeUndefined()
    await one.run()
    expect(records).toEqual([])
  })

  it('tells everything before it ends', async () => {
    const one = gateway()
    for (const text of PARTS) one.say(alice, text)
    await one.close()
    expect(records).toHaveLength(1)
  })
})
