import { CommandBatcher, createRedis, waitForRedis } from '@sluice/redis'
import { type RedisLease, startRedis } from '@sluice/testkit'
import * as fc from 'fast-check'
import type { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FIRST_TIMED_SESSION } from '../secure-state-map.ts'
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

const MIB = 1_048_576
const options = { ttlMs: 60_000, maxSessionBytes: 16 * MIB, maxUserBytes: 32 * MIB, maxBytes: 2_048 * MIB }
const open = (changes: Partial<Parameters<typeof createRedisStateMap>[1]> = {}) =>
  createRedisStateMap(commands, { ...options, keyPrefix: freshPrefix(), ...changes })
const acme = { tenant: 'acme', sub: 'alice', sessionId: FIRST_TIMED_SESSION, secret: 'k1.sealed' }
const values = (count: number, name = 'T') =>
  new Map(Array.from({ length: count }, (_, index) => [`${name}_${index}`, 'sealed'.repeat(10)]))

secureStateMapContract('Redis', async () => ({ port: open() }))

describe('the Redis state map', () => {
  it('keeps a user in one slot, and lets everything expire, renewed by each write', async () => {
    const keyPrefix = freshPrefix()
    const stateMap = open({ keyPrefix })
    await stateMap.write(acme, values(2))
    const keys = await redis.keys(`${keyPrefix}*`)
    expect(keys).toHaveLength(4)
    expect(new Set(keys.map((key) => key.slice(key.indexOf('{'), key.indexOf('}')))).size).toBe(1)
    for (const key of keys) await redis.pexpire(key, 1_000)
    await stateMap.write(acme, values(1))
    for (const key of keys) expect(await redis.pttl(key)).toBeGreaterThan(50_000)
  })

  it('drops a value that was not written again for twice its time, and none before its time', async () => {
    const keyPrefix = freshPrefix()
    const stateMap = open({ keyPrefix })
    const age = async () => {
      const [key = ''] = (await redis.keys(`${keyPrefix}*`)).filter((name) => /:[\w-]{16}$/.test(name))
      await redis.hset(key, '#since', 1)
    }
    for (const token of ['A', 'B', 'C']) {
      await stateMap.write(acme, new Map([[token, token]]))
      expect([...(await stateMap.read(acme, ['A', 'B', 'C'])).keys()]).toContain(token)
      await age()
    }
    expect([...(await stateMap.read(acme, ['A', 'B', 'C'])).keys()]).toEqual(['B', 'C'])
  })

  it('gives the newer of two values of a token', async () => {
    const keyPrefix = freshPrefix()
    const stateMap = open({ keyPrefix, ttlMs: 60_000 })
    await stateMap.write(acme, new Map(values(1)).set('A', 'old'))
    const [key = ''] = (await redis.keys(`${keyPrefix}*`)).filter((name) => /:[\w-]{16}$/.test(name))
    await redis.hset(key, '#since', 1)
    await stateMap.write(acme, new Map([['A', 'new']]))
    expect(await stateMap.read(acme, ['A', 'T_0'])).toEqual(new Map(values(1)).set('A', 'new'))
  })

  it('reads what a session of a counted number stored before its user was bound to it', async () => {
    const keyPrefix = freshPrefix()
    const before = { ...acme, sessionId: 7 }
    await redis.hset(`${keyPrefix}{s:acme:7}:map`, { A: 'one' })
    await redis.hset(`${keyPrefix}{s:acme:7}:map:old`, { B: 'two', C: 'older' })
    const stateMap = open({ keyPrefix })
    await stateMap.write(before, new Map([['C', 'newer']]))
    expect(await stateMap.read(before, ['A', 'B', 'C', 'D'])).toEqual(
      new Map([
        ['C', 'newer'],
        ['A', 'one'],
        ['B', 'two'],
      ]),
    )
    expect(await stateMap.read({ ...acme, sessionId: FIRST_TIMED_SESSION }, ['A'])).toEqual(new Map())
  })

  it('rejects where a key holds something else', async () => {
    const keyPrefix = freshPrefix()
    const stateMap = open({ keyPrefix })
    await stateMap.write(acme, values(1))
    for (const key of await redis.keys(`${keyPrefix}*`)) await redis.set(key, 'x')
    for (const use of [
      () => stateMap.write(acme, new Map([['A', '1']])),
      () => stateMap.read(acme, ['A']),
      () => stateMap.secretsOf(acme),
    ]) {
      await expect(use()).rejects.toMatchObject({ code: 'dependency_unavailable' })
    }
  })
})

describe('the bounds of the Redis state map', () => {
  const refused = { code: 'too_many_values' }

  it.each<[string, Partial<typeof options>, Partial<typeof acme>, object]>([
    ['session', { maxSessionBytes: 10_000 }, {}, refused],
    ['user', { maxUserBytes: 10_000 }, { sessionId: acme.sessionId + 1 }, refused],
    ['slot', { maxBytes: 160_000 }, { sessionId: acme.sessionId + 2 }, { code: 'dependency_unavailable' }],
  ])('refuses what goes over the bound of the %s, keeps what was stored and takes it again', async (...row) => {
    const [, bounds, change, refusal] = row
    const stateMap = open(bounds)
    await stateMap.write(acme, values(40))
    const other = { ...acme, ...change }
    await expect(stateMap.write(other, values(40, 'U'))).rejects.toMatchObject(refusal)
    expect(await stateMap.read(acme, [...values(40).keys()])).toEqual(values(40))
    expect(await stateMap.read(other, [...values(40, 'U').keys()])).toEqual(new Map())
    await stateMap.write(acme, values(40))
  })

  it('refuses one user and not another', async () => {
    const stateMap = open({ maxUserBytes: 10_000, maxSessionBytes: 10_000 })
    await stateMap.write(acme, values(40))
    await expect(stateMap.write(acme, values(40, 'U'))).rejects.toMatchObject(refused)
    for (const sub of ['bob', 'carol', 'dave']) await stateMap.write({ ...acme, sub }, values(40))
  })

  it('counts what two gateways write, and what is written again only once', async () => {
    const keyPrefix = freshPrefix()
    const gateways = [open({ keyPrefix, maxSessionBytes: 10_000 }), open({ keyPrefix, maxSessionBytes: 10_000 })]
    for (let round = 0; round < 10; round += 1) {
      for (const gateway of gateways) await gateway.write(acme, values(40))
    }
    await expect(gateways[1]!.write(acme, values(40, 'U'))).rejects.toMatchObject(refused)
  })

  it('takes new values once old ones have expired', async () => {
    const keyPrefix = freshPrefix()
    const stateMap = open({ keyPrefix, maxUserBytes: 10_000 })
    await stateMap.write(acme, values(40))
    const next = { ...acme, sessionId: acme.sessionId + 1 }
    await expect(stateMap.write(next, values(40))).rejects.toMatchObject(refused)
    const keys = await redis.keys(`${keyPrefix}*`)
    const ends = keys.find((key) => key.endsWith(':ends')) ?? ''
    const [session = ''] = await redis.zrange(ends, '0', '-1')
    await redis.zadd(ends, 1, session)
    await stateMap.write(next, values(40))
    expect(await redis.zrange(ends, '0', '-1')).toHaveLength(1)
    const account = await redis.hgetall(keys.find((key) => key.endsWith(':bytes')) ?? '')
    expect(new Set(Object.values(account)).size).toBe(1)
    expect(Object.keys(account)).toHaveLength(3)
  })

  it('holds an account that is right and within its bounds, whatever is written and forgotten', async () => {
    const call = fc.record({
      number: fc.integer({ min: 0, max: 3 }),
      from: fc.integer({ min: 0, max: 30 }),
      count: fc.integer({ min: 1, max: 30 }),
      afterwards: fc.constantFrom('', '', 'age', 'end'),
    })
    const [mostOfSession, mostOfUser] = [8_000, 14_000]
    await fc.assert(
      fc.asyncProperty(fc.array(call, { maxLength: 25 }), async (calls) => {
        const keyPrefix = freshPrefix()
        const stateMap = open({ keyPrefix, maxSessionBytes: mostOfSession, maxUserBytes: mostOfUser })
        const keyOf = async (end: RegExp) => (await redis.keys(`${keyPrefix}*`)).filter((key) => end.test(key))
        for (const { number, from, count, afterwards } of calls) {
          const session = { ...acme, sessionId: acme.sessionId + number }
          await stateMap.write(session, new Map([...values(from + count)].slice(from))).catch(() => undefined)
          const [newer = ''] = await keyOf(new RegExp(`:${session.sessionId}:[\\w-]{16}$`))
          if (afterwards === 'age' && newer !== '') await redis.hset(newer, '#since', 1)
          if (afterwards === 'end' && newer !== '') {
            const [ends = ''] = await keyOf(/:ends$/)
            await redis.zadd(ends, 1, newer.slice(newer.indexOf('}:') + 2))
            await redis.del(newer, `${newer}:old`)
          }
        }
        const [bytes = ''] = await keyOf(/:bytes$/)
        const account = await redis.hgetall(bytes)
        const sessions = Object.entries(account).filter(([name]) => name.split(':').length === 4)
        const sum = sessions.reduce((all, [, size]) => all + Number(size), 0)
        expect(Number(account.all ?? 0)).toBe(sum)
        expect(Number(account['acme:alice'] ?? 0)).toBe(sum)
        expect(sum).toBeLessThanOrEqual(mostOfUser)
        for (const [, size] of sessions) expect(Number(size)).toBeLessThanOrEqual(mostOfSession)
        const [ends = ''] = await keyOf(/:ends$/)
        expect((await redis.zrange(ends, '0', '-1')).sort()).toEqual(sessions.map(([name]) => name).sort())
      }),
      { numRuns: 50 },
    )
  })

  it('pages through both generations without what stands in both, and refuses other cursors', async () => {
    const keyPrefix = freshPrefix()
    const stateMap = open({ keyPrefix })
    await stateMap.write(acme, new Map([...values(3)]))
    const [newer = ''] = (await redis.keys(`${keyPrefix}*`)).filter((key) => /:[\w-]{16}$/.test(key))
    await redis.hset(newer, '#since', 1)
    await stateMap.write(acme, new Map([...values(4)].slice(2)))
    const first = await stateMap.page(acme)
    const second = await stateMap.page(acme, first.next)
    expect([...first.sealed.keys()].sort()).toEqual([...values(4).keys()].slice(2).sort())
    expect([...second.sealed.keys()].sort()).toEqual([...values(2).keys()].sort())
    expect(second.next).toBeUndefined()
    for (const cursor of ['', 'newer', 'newer.-1', 'other.0', 'newer.0 COUNT']) {
      await expect(stateMap.page(acme, cursor)).rejects.toMatchObject({ code: 'invalid_request' })
    }
  })

  it('counts about what Redis needs', async () => {
    const keyPrefix = freshPrefix()
    const stateMap = open({ keyPrefix })
    const sealed = `main.${'i'.repeat(16)}.${'c'.repeat(31)}.${'t'.repeat(22)}`
    const many = Array.from(
      { length: 2_000 },
      (_, index) => [`EMAIL_ADDRESS_${1_000_000_000 + index}`, sealed] as const,
    )
    await stateMap.write(acme, new Map(many))
    const keys = await redis.keys(`${keyPrefix}*`)
    const sizes = await Promise.all(keys.map(async (key) => Number(await redis.memory('USAGE', key, 'SAMPLES', 0))))
    const used = sizes.reduce((sum, size) => sum + size, 0)
    const counted = Number(await redis.hget(keys.find((key) => key.endsWith(':bytes')) ?? '', 'all'))
    expect(counted / used).toBeGreaterThan(0.8)
    expect(counted / used).toBeLessThan(1.3)
  })
})

describe('without Redis', () => {
  const gone = async () => {
    const client = createRedis(server.url)
    await waitForRedis(client, 10_000)
    client.disconnect()
    return client
  }

  it.each<[string, (client: Redis) => Promise<unknown>]>([
    [
      'cannot be written',
      (client) => createRedisStateMap(new CommandBatcher(client), options).write(acme, new Map([['A', '1']])),
    ],
    ['cannot be read', (client) => createRedisStateMap(new CommandBatcher(client), options).read(acme, ['A'])],
  ])('the state map %s', async (_name, use) => {
    await expect(use(await gone())).rejects.toMatchObject({ code: 'dependency_unavailable', cause: expect.any(Error) })
  })
})
