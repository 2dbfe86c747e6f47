import { type RedisServer, startRedis } from '@sluice/testkit'
import type { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createRedis, waitForRedis } from '../redis/redis-client.ts'
import { createRedisSessionStore } from './redis-session-store.ts'
import { begin } from './scripts.ts'
import { createSessionKeys } from './session-keys.ts'
import { describeSessionStore, newPrincipal } from './session-store.contract.ts'

const cause = { reason: 'reported by the SOC', by: 'carol' }

describeSessionStore('Redis', async () => {
  const server = await startRedis()
  const redis = createRedis(server.url)
  await waitForRedis(redis, 5_000)
  return {
    store: createRedisSessionStore({ redis }),
    close: async () => {
      redis.disconnect()
      await server.stop()
    },
  }
})

describe('createRedisSessionStore', () => {
  let server: RedisServer
  let redis: Redis
  beforeAll(async () => {
    server = await startRedis({ sources: ['binary'] })
    redis = createRedis(server.url)
    await waitForRedis(redis, 5_000)
  })
  afterAll(async () => {
    redis?.disconnect()
    await server?.stop()
  })

  const keysOf = async (keyPrefix: string) => await redis.keys(`${keyPrefix}:*`)
  const untilGone = async (key: string) => await expect.poll(() => redis.exists(key), { timeout: 5_000 }).toBe(0)

  it('lets an idle session end, and begins another', async () => {
    const keyPrefix = 'idle'
    const store = createRedisSessionStore({ redis, keyPrefix, idleTimeoutMs: 60 })
    const principal = newPrincipal()
    const first = await store.resolve({ principal })
    await untilGone(createSessionKeys(keyPrefix).user(principal).session(first.id))
    expect(await store.find(first.id)).toBeUndefined()
    await expect(store.resolve({ principal, requested: String(first.id) })).rejects.toMatchObject({
      code: 'session_not_permitted',
    })
    expect((await store.resolve({ principal })).id).toBeGreaterThan(first.id)
  })

  it('starts the idle time anew with each use, for record and pointer, by number too', async () => {
    const keyPrefix = 'sliding'
    const store = createRedisSessionStore({ redis, keyPrefix, idleTimeoutMs: 600_000 })
    const principal = newPrincipal()
    const { id } = await store.resolve({ principal, requested: 'n' })
    const keys = createSessionKeys(keyPrefix).user(principal)
    const watched = [keys.session(id), `${keys.base}${keys.pointerSuffix('web', 'n')}`]
    for (const requested of ['n', String(id)]) {
      for (const key of watched) await redis.pexpire(key, 300_000)
      await store.resolve({ principal, requested })
      for (const key of watched) expect(await redis.pttl(key)).toBeGreaterThan(500_000)
    }
  })

  it('never lets a frozen session end by itself', async () => {
    const keyPrefix = 'frozen'
    const store = createRedisSessionStore({ redis, keyPrefix, idleTimeoutMs: 60_000 })
    const principal = newPrincipal()
    const { id } = await store.resolve({ principal })
    const ref = { ...principal, sessionId: id }
    await store.freeze(ref, cause)
    const keys = createSessionKeys(keyPrefix)
    const user = keys.user(principal)
    const kept = [user.session(id), `${user.base}${user.pointerSuffix('web', undefined)}`, keys.owner(id)]
    await expect(store.resolve({ principal })).rejects.toMatchObject({ code: 'session_frozen' })
    for (const key of kept) expect(await redis.pttl(key)).toBe(-1)
    await store.unfreeze(ref, cause)
    for (const key of kept) expect(await redis.pttl(key)).toBeGreaterThan(0)
  })

  it('never lets the freeze of a user end by itself', async () => {
    const store = createRedisSessionStore({ redis, keyPrefix: 'marked', idleTimeoutMs: 50 })
    const principal = newPrincipal()
    const { id } = await store.resolve({ principal })
    await store.freezeUser(principal, cause)
    await untilGone(createSessionKeys('marked').user(principal).session(id))
    await expect(store.resolve({ principal })).rejects.toMatchObject({ code: 'session_frozen' })
  })

  it('begins no session for a user who was frozen after it was looked for', async () => {
    const store = createRedisSessionStore({ redis, keyPrefix: 'late' })
    const principal = newPrincipal()
    await store.freezeUser(principal, cause)
    const { base, marker, session, pointerSuffix } = createSessionKeys('late').user(principal)
    const suffix = pointerSuffix('web', undefined)
    const facts = [base, 60_000, 1, suffix, 'web', '']
    expect(await begin(redis, [marker, `${base}${suffix}`, session(1)], facts)).toEqual(['frozen'])
    expect(await redis.exists(`${base}${suffix}`, session(1))).toBe(0)
  })

  it('keeps the note of the owner as long as the session is used', async () => {
    const store = createRedisSessionStore({ redis, keyPrefix: 'owner' })
    const principal = newPrincipal()
    const { id } = await store.resolve({ principal })
    const keys = createSessionKeys('owner')
    const dayMs = 86_400_000
    for (const requested of [undefined, String(id)]) {
      await redis.pexpire(keys.owner(id), 600_000)
      await redis.hset(keys.user(principal).session(id), 'last_seen_ms', Date.now() - dayMs)
      await store.resolve({ principal, requested })
      expect(await redis.pttl(keys.owner(id))).toBeGreaterThan(dayMs / 2)
    }
  })

  it('leaves no key without expiry behind where nothing was frozen', async () => {
    const store = createRedisSessionStore({ redis, keyPrefix: 'tidy' })
    const principal = newPrincipal()
    await Promise.all(Array.from({ length: 20 }, () => store.resolve({ principal })))
    await store.resolve({ principal, requested: 'n' })
    const lasting: string[] = []
    for (const key of await keysOf('tidy')) if ((await redis.pttl(key)) === -1) lasting.push(key)
    expect(lasting).toEqual(['tidy:{sessions}:sequence'])
  })

  it('holds all keys of a user in one slot of a cluster', async () => {
    const store = createRedisSessionStore({ redis, keyPrefix: 'slots' })
    const principal = newPrincipal({ tenant: 'a}b', sub: '{c}:{d}' })
    const { id } = await store.resolve({ principal, requested: 'n' })
    await store.freezeUser(principal, cause)
    const { base, marker, session } = createSessionKeys('slots').user(principal)
    const own = (await keysOf('slots')).filter((key) => key.startsWith(base))
    expect(own).toEqual(expect.arrayContaining([marker, session(id)]))
    expect(own).toHaveLength(3)
    for (const key of own) expect(key.slice(key.indexOf('{') + 1, key.indexOf('}'))).toBe('u:a%7Db:%7Bc%7D%3A%7Bd%7D')
  })

  it.each([
    ['a record of another type', (key: string) => redis.set(key, 'x')],
    ['a time that is none', (key: string) => redis.hset(key, 'created_at_ms', 'soon')],
    ['a missing member', (key: string) => redis.hdel(key, 'client')],
  ])('refuses to go on with %s', async (_what, damage) => {
    const store = createRedisSessionStore({ redis, keyPrefix: 'damaged' })
    const principal = newPrincipal()
    const { id } = await store.resolve({ principal })
    const key = createSessionKeys('damaged').user(principal).session(id)
    await damage(key)
    await expect(store.resolve({ principal })).rejects.toMatchObject({ code: 'dependency_unavailable' })
    await expect(store.find(id)).rejects.toMatchObject({ code: 'dependency_unavailable' })
  })

  it('refuses a session whose state it does not know', async () => {
    const store = createRedisSessionStore({ redis, keyPrefix: 'unknown' })
    const principal = newPrincipal()
    const { id } = await store.resolve({ principal })
    await redis.hset(createSessionKeys('unknown').user(principal).session(id), 'state', 'thawing')
    await expect(store.resolve({ principal })).rejects.toMatchObject({ code: 'session_frozen' })
    await expect(store.resolve({ principal, requested: String(id) })).rejects.toMatchObject({ code: 'session_frozen' })
  })

  it.each(['', 'a:b', 'a{b}', 'é'])('refuses the key prefix %j', (keyPrefix) => {
    expect(() => createRedisSessionStore({ redis, keyPrefix })).toThrow(TypeError)
  })

  it('fails closed while Redis is dead, and loses nothing', async () => {
    const store = createRedisSessionStore({ redis, keyPrefix: 'crash' })
    const [principal, culprit, compromised] = [newPrincipal(), newPrincipal(), newPrincipal()]
    const session = await store.resolve({ principal })
    const { id: frozenId } = await store.resolve({ principal: culprit })
    await store.freeze({ ...culprit, sessionId: frozenId }, cause)
    await store.freezeUser(compromised, cause)
    await server.kill()
    const unavailable = { code: 'dependency_unavailable' }
    await expect(store.resolve({ principal })).rejects.toMatchObject(unavailable)
    await expect(store.resolve({ principal, requested: String(session.id) })).rejects.toMatchObject(unavailable)
    await expect(store.find(session.id)).rejects.toMatchObject(unavailable)
    await expect(store.freezeUser(principal, cause)).rejects.toMatchObject(unavailable)
    await expect(store.checkReady()).rejects.toMatchObject(unavailable)
    await server.restart()
    await expect.poll(() => store.checkReady().then(() => 'ready', String), { timeout: 5_000 }).toBe('ready')
    expect(await store.resolve({ principal })).toMatchObject({ id: session.id, createdAtMs: session.createdAtMs })
    for (const frozen of [culprit, compromised]) {
      await expect(store.resolve({ principal: frozen })).rejects.toMatchObject({ code: 'session_frozen' })
    }
    expect((await store.resolve({ principal: newPrincipal() })).id).toBeGreaterThan(frozenId)
  })
})
