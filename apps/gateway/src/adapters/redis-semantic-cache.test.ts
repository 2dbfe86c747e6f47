import { hash } from 'node:crypto'
import { semanticCacheContract } from '@sluice/pipeline/contract-suites'
import type { AnswerOwner } from '@sluice/pipeline/ports'
import { CommandBatcher, createRedis, waitForRedis } from '@sluice/redis'
import { type RedisLease, startRedis } from '@sluice/testkit'
import { forgetAnswers } from '@sluice/token-vault/redis'
import * as fc from 'fast-check'
import type { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createRedisSemanticCache } from './redis-semantic-cache.ts'

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
const bounds = { maxBytes: 256 * MIB, maxUserBytes: 32 * MIB }
const alice = { tenant: 'acme', sub: 'alice' }
type Options = Parameters<typeof createRedisSemanticCache>[1]
const create = (changes: Partial<Options> = {}) =>
  createRedisSemanticCache(commands, { ttlMs: 60_000, keyPrefix: freshPrefix(), ...bounds, ...changes })

/** A cache whose answers nobody orders to forget. */
function open(changes: Partial<Options> = {}) {
  const cache = create(changes)
  return {
    find: async (key: string) => (await cache.find(key, alice.tenant)).answer,
    store: async (key: string, answer: string, owner: AnswerOwner) => await cache.store(key, answer, owner, '0'),
  }
}

/** Keys whose answers lie in one slot. */
const keysOfOneSlot = Array.from({ length: 400 }, (_, index) => `key ${index}`).filter((key) =>
  hash('sha256', key, 'hex').startsWith('a'),
)

semanticCacheContract('Redis', async () => ({ port: create() }))

describe('the Redis cache', () => {
  it('lets answers expire', async () => {
    const keyPrefix = freshPrefix()
    const cache = open({ keyPrefix })
    await cache.store('k', 'answer', alice)
    const [key = ''] = await redis.keys(`${keyPrefix}*:answer:k`)
    const leftMs = await redis.pttl(key)
    expect(leftMs > 0 && leftMs <= 60_000).toBe(true)
    for (const other of await redis.keys(`${keyPrefix}*`)) expect(await redis.pttl(other)).toBeGreaterThan(0)
    await redis.pexpire(key, 0)
    expect(await cache.find('k')).toBeUndefined()
    expect(await redis.keys(`${keyPrefix}*`)).toEqual([])
  })

  it('does not find an answer whose account is lost: nobody knows whether it was forgotten', async () => {
    const keyPrefix = freshPrefix()
    const cache = open({ keyPrefix })
    await cache.store('k', 'answer', alice)
    await redis.del(...(await redis.keys(`${keyPrefix}*:held`)))
    expect(await cache.find('k')).toBeUndefined()
    expect(await redis.keys(`${keyPrefix}*:answer:k`)).toEqual([])
  })

  it('does not let an answer of before an order to forget replace one of afterwards', async () => {
    const keyPrefix = freshPrefix()
    const cache = create({ keyPrefix })
    const before = await cache.find('k', 'acme')
    await forgetAnswers(redis, { tenant: 'acme' }, keyPrefix)
    const after = await cache.find('k', 'acme')
    await cache.store('k', 'new', alice, after.generation)
    await cache.store('k', 'old', alice, before.generation)
    expect((await cache.find('k', 'acme')).answer).toBe('new')
    // Nor one of a generation that the store has lost.
    await cache.store('k', 'of nowhere', alice, `${after.generation}0`)
    expect((await cache.find('k', 'acme')).answer).toBe('new')
  })

  it('forgets a whole tenant where too many of its users were forgotten one by one', async () => {
    const keyPrefix = freshPrefix()
    const cache = open({ keyPrefix })
    const filled = redis.pipeline()
    await forgetAnswers(redis, { tenant: 'acme', sub: 'carol' }, keyPrefix)
    const lists = await redis.keys(`${keyPrefix}*:forgotten:*`)
    expect(lists).toHaveLength(16)
    for (const list of lists) for (let user = 0; user < 1_000; user += 1) filled.hset(list, `user ${user}`, '1')
    await filled.exec()
    const { generation } = await create({ keyPrefix }).find('k', 'acme')
    await create({ keyPrefix }).store('k', 'answer', alice, generation)
    expect(await cache.find('k')).toBe('answer')
    await forgetAnswers(redis, { tenant: 'acme', sub: 'dora' }, keyPrefix)
    expect(await cache.find('k')).toBeUndefined()
    expect(await redis.hlen(lists[0] ?? '')).toBe(2)
  })

  it('remembers nothing where answers may not be given again', async () => {
    const cache = open({ ttlMs: 0 })
    await cache.store('k', 'answer', alice)
    expect(await cache.find('k')).toBeUndefined()
  })
})

describe('the bounds of the Redis cache', () => {
  const [k1 = '', k2 = '', k3 = '', k4 = '', k5 = ''] = keysOfOneSlot
  const bob = { tenant: 'acme', sub: 'bob' }
  const answer = 'x'.repeat(10_000)
  /** Room for two answers and no third in each slot. */
  const FOR_TWO = 16 * 25_000

  it('drops the answer that was not given for the longest time, whoever asked for it', async () => {
    const cache = open({ maxBytes: FOR_TWO })
    await cache.store(k1, answer, alice)
    await cache.store(k2, answer, bob)
    await cache.find(k1)
    await cache.store(k3, answer, bob)
    expect(await foundOf(cache, [k1, k2, k3])).toEqual([k1, k3])
  })

  it("drops a user's own answers at the user's bound, and leaves those of others", async () => {
    const cache = open({ maxUserBytes: FOR_TWO })
    await cache.store(k1, answer, bob)
    for (const key of [k2, k3, k4, k5]) await cache.store(key, answer, alice)
    expect(await foundOf(cache, [k1, k2, k3, k4, k5])).toEqual([k1, k4, k5])
  })

  it('does not remember an answer that is longer than the bound, and forgets the one before', async () => {
    const cache = open({ maxUserBytes: FOR_TWO })
    await cache.store(k1, answer, alice)
    await cache.store(k1, answer.repeat(3), alice)
    expect(await foundOf(cache, [k1])).toEqual([])
  })

  it('counts an answer that replaces another once, and by its own size', async () => {
    const keyPrefix = freshPrefix()
    const gateways = [open({ keyPrefix, maxBytes: FOR_TWO }), open({ keyPrefix, maxBytes: FOR_TWO })] as const
    for (let round = 0; round < 5; round += 1) {
      for (const gateway of gateways) await gateway.store(k1, answer, round % 2 === 0 ? alice : bob)
    }
    await gateways[0].store(k2, answer, alice)
    expect(await foundOf(gateways[1], [k1, k2])).toEqual([k1, k2])
  })

  it('holds what it counts: an account of nothing once all answers are gone', async () => {
    const keyPrefix = freshPrefix()
    const cache = open({ keyPrefix })
    for (const key of keysOfOneSlot) await cache.store(key, answer, key.length % 2 === 0 ? alice : bob)
    for (const key of await redis.keys(`${keyPrefix}*:answer:*`)) await redis.del(key)
    for (const key of keysOfOneSlot) expect(await cache.find(key)).toBeUndefined()
    expect(await redis.keys(`${keyPrefix}*`)).toEqual([])
  })

  it('holds an account that is right and within its bounds, whatever is stored and asked for', async () => {
    const call = fc.record({
      key: fc.constantFrom(...keysOfOneSlot),
      owner: fc.constantFrom(alice, bob),
      length: fc.integer({ min: 0, max: 20_000 }),
      use: fc.constantFrom('store', 'store', 'find', 'lose'),
    })
    const [most, mostOfOne] = [50_000, 30_000]
    await fc.assert(
      fc.asyncProperty(fc.array(call, { maxLength: 40 }), async (calls) => {
        const keyPrefix = freshPrefix()
        const cache = open({ keyPrefix, maxBytes: 16 * most, maxUserBytes: 16 * mostOfOne })
        const lost = new Set<string>()
        for (const { key, owner, length, use } of calls) {
          if (use === 'find') await cache.find(key)
          else if (use === 'store') await cache.store(key, 'x'.repeat(length), owner)
          else await redis.del(`${keyPrefix}{a:a}:answer:${key}`)
          if (use === 'lose') lost.add(key)
          else lost.delete(key)
        }
        const held = await redis.hgetall(`${keyPrefix}{a:a}:held`)
        const sums = new Map([['all', 0]])
        const names: string[] = []
        for (const [name, entry] of Object.entries(held)) {
          if (!name.startsWith('a:')) continue
          const [bytes = '', owner = ''] = entry.split(' ')
          names.push(name.slice(2))
          for (const sum of ['all', `o:${owner}`]) sums.set(sum, (sums.get(sum) ?? 0) + Number(bytes))
        }
        for (const [name, sum] of sums) {
          expect(Number(held[name] ?? 0)).toBe(sum)
          expect(sum).toBeLessThanOrEqual(name === 'all' ? most : mostOfOne)
        }
        expect((await redis.zrange(`${keyPrefix}{a:a}:used`, '0', '-1')).sort()).toEqual(names.sort())
        const stored = await redis.keys(`${keyPrefix}{a:a}:answer:*`)
        const accounted = stored.map((key) => key.slice(`${keyPrefix}{a:a}:`.length))
        expect(names).toEqual(expect.arrayContaining(accounted))
        expect(names.length - accounted.length).toBeLessThanOrEqual(lost.size)
      }),
      { numRuns: 50 },
    )
  })

  it('counts about what Redis needs', async () => {
    const keyPrefix = freshPrefix()
    const cache = open({ keyPrefix })
    const keys = Array.from({ length: 500 }, (_, index) => hash('sha256', String(index), 'hex'))
    await Promise.all(keys.map((key) => cache.store(key, 'x'.repeat(1_000), alice)))
    const all = await redis.keys(`${keyPrefix}*`)
    const sizes = await Promise.all(all.map(async (key) => Number(await redis.memory('USAGE', key, 'SAMPLES', 0))))
    const used = sizes.reduce((sum, size) => sum + size, 0)
    const accounts = all.filter((key) => key.endsWith(':held'))
    const sums = await Promise.all(accounts.map(async (key) => Number(await redis.hget(key, 'all'))))
    const counted = sums.reduce((sum, size) => sum + size, 0)
    expect(counted / used).toBeGreaterThan(0.8)
    expect(counted / used).toBeLessThan(1.3)
  })

  async function foundOf(cache: ReturnType<typeof open>, keys: readonly string[]): Promise<readonly string[]> {
    const answers = await Promise.all(keys.map((key) => cache.find(key)))
    return keys.filter((_, index) => answers[index] !== undefined)
  }
})

describe('without Redis', () => {
  const gone = async () => {
    const client = createRedis(server.url)
    await waitForRedis(client, 10_000)
    client.disconnect()
    return client
  }

  it.each<[string, string, (client: Redis) => Promise<unknown>]>([
    [
      'the cache cannot be asked',
      'dependency_unavailable',
      (client) => createRedisSemanticCache(new CommandBatcher(client), { ttlMs: 1, ...bounds }).find('k', 'acme'),
    ],
    [
      'the cache cannot store',
      'dependency_unavailable',
      (client) =>
        createRedisSemanticCache(new CommandBatcher(client), { ttlMs: 1, ...bounds }).store('k', 'v', alice, '0'),
    ],
  ])('%s', async (_name, code, use) => {
    await expect(use(await gone())).rejects.toMatchObject({ code, cause: expect.any(Error) })
  })
})
