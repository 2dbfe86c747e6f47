import { CommandBatcher, createRedis, waitForRedis } from '@sluice/redis'
import { type RedisLease, startRedis } from '@sluice/testkit'
import type { Redis } from 'ioredis'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ToldTrait } from '../mosaic-memory.ts'
import { createRedisMosaics, type SharedMosaics } from './redis-mosaics.ts'

const DAY_MS = 86_400_000
const NOW = Date.UTC(2026, 10, 27, 12)
const alice = { tenant: 'acme', sub: 'alice' }
const NOTHING = { erasures: undefined, traits: [], told: [] }

let server: RedisLease
let redis: Redis
let mosaics: SharedMosaics
beforeAll(async () => {
  server = await startRedis()
  redis = createRedis(server.url, { commandTimeoutMs: 5_000 })
  await waitForRedis(redis, 10_000)
}, 300_000)
beforeEach(async () => {
  await redis.flushdb()
  mosaics = createRedisMosaics(new CommandBatcher(redis))
})
afterAll(async () => {
  redis?.disconnect()
  await server?.stop()
})

const trait = (scope: ToldTrait['scope'], value: string, subject = ''): ToldTrait => ({
  ...{ scope, subject, precision: 'postal-area', share: 10_000 / 335_000_000, value },
})
const tell = (user: typeof alice, ...traits: ToldTrait[]) => mosaics.exchange({ ...user, ...NOTHING, traits }, NOW)
const read = (user: typeof alice, nowMs = NOW) => mosaics.exchange({ ...user, ...NOTHING }, nowMs)

describe('mosaics in Redis', () => {
  it('are what all gateways have told of a user, each trait once', async () => {
    const [session, day] = [trait('s7', 'here', 'anna'), trait('d2026-11-27', 'there')]
    expect(await tell(alice, session)).toEqual({ erasures: 0, traits: [session], told: [] })
    expect((await tell(alice, session, day))?.traits).toEqual([session, day])
    expect((await read(alice))?.traits).toEqual([session, day])
  })

  it('are of one user', async () => {
    await tell(alice, trait('s7', 'v'))
    for (const other of [
      { tenant: 'acme', sub: 'bob' },
      { tenant: 'beta', sub: 'alice' },
      { tenant: 'ac', sub: 'mealice' },
    ]) {
      expect(await read(other)).toEqual({ erasures: 0, traits: [], told: [] })
    }
  })

  it('remember what is on record', async () => {
    await mosaics.exchange({ ...alice, ...NOTHING, told: ['s7', 'd2026-11-27'] }, NOW)
    expect((await read(alice))?.told).toEqual(['s7', 'd2026-11-27'])
  })

  it('of a day end with it, and all of them expire', async () => {
    await tell(alice, trait('s7', 'v'), trait('d2026-11-27', 'v'))
    expect((await read(alice, NOW + DAY_MS))?.traits).toEqual([trait('s7', 'v')])
    const keys = await redis.keys('*')
    expect(keys).toHaveLength(2)
    for (const key of keys) expect(await redis.pttl(key)).toBeGreaterThan(0)
    const sessions = keys.find((key) => key.endsWith(':sessions')) ?? ''
    expect(await redis.pttl(sessions)).toBeLessThanOrEqual(DAY_MS)
    // As if the day were over.
    const [member = ''] = await redis.zrange(sessions, 0, '-1')
    await redis.zadd(sessions, 1, member)
    expect((await read(alice, NOW + DAY_MS))?.traits).toEqual([])
  })

  it('are bounded', async () => {
    for (let part = 0; part < 3; part += 1) {
      const traits = Array.from({ length: 1_000 }, (_, at) => trait('s7', `${part}.${at}`))
      await tell(alice, ...traits)
      await tell(alice, ...traits.map((one) => ({ ...one, scope: 'd2026-11-27' as const })))
    }
    const { traits = [] } = (await read(alice)) ?? {}
    expect(traits.filter(({ scope }) => scope === 's7')).toHaveLength(2_000)
    expect(traits.filter(({ scope }) => scope !== 's7')).toHaveLength(1_000)
  })

  it('are gone with a user who is erased, and no gateway writes what it knew of the user before', async () => {
    await tell(alice, trait('s7', 'v'), trait('d2026-11-27', 'v'))
    await tell({ ...alice, sub: 'bob' }, trait('s7', 'v'))
    await mosaics.erase(alice, NOW)
    expect(
      await mosaics.exchange({ ...alice, ...NOTHING, erasures: 0, traits: [trait('s7', 'w')] }, NOW),
    ).toBeUndefined()
    expect(await read(alice)).toEqual({ erasures: 1, traits: [], told: [] })
    expect((await read({ ...alice, sub: 'bob' }))?.traits).toHaveLength(1)
    expect((await tell(alice, trait('s7', 'new')))?.traits).toEqual([trait('s7', 'new')])
  })

  it('pass over what a newer version has written', async () => {
    await tell(alice, trait('s7', 'v'))
    const [key = ''] = await redis.keys('*')
    await redis.zadd(key, `${Date.now() + DAY_MS}`, 's7||shoe-size|0.1|v', `${Date.now() + DAY_MS}`, 'q1|told')
    expect((await read(alice))?.traits).toEqual([trait('s7', 'v')])
  })
})
