import { createRedis, waitForRedis } from '@sluice/redis'
import { type RedisServer, startOwnRedis, startRedis } from '@sluice/testkit'
import type { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFreezeWriter } from '../freeze/freeze-writer.ts'
import { newPrincipal } from '../testing/new-principal.ts'
import { describeSessionStore } from '../testing/session-store.contract.ts'
import { createRedisSessionStore } from './redis-session-store.ts'
import { createSessionKeys } from './session-keys.ts'

const cause = { reason: 'reported by the SOC', by: 'carol' }

describeSessionStore('Redis', async () => {
  const server = await startRedis()
  const redis = createRedis(server.url)
  await waitForRedis(redis, 5_000)
  let secrets = 0
  return {
    store: createRedisSessionStore({ redis, newSecret: ({ sub }) => `secret-of-${sub}-${secrets++}` }),
    freezes: createFreezeWriter({ redis, keys: createSessionKeys() }, 1_800_000),
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
    server = await startOwnRedis({ sources: ['binary'] })
    redis = createRedis(server.url)
    await waitForRedis(redis, 5_000)
  })
  afterAll(async () => {
    redis?.disconnect()
    await server?.stop()
  })

  const keysOf = async (keyPrefix: string) => await redis.keys(`${keyPrefix}:*`)
  const freezesOf = (keyPrefix: string) => createFreezeWriter({ redis, keys: createSessionKeys(keyPrefix) }, 1_800_000)
  const untilGone = async (key: string) => await expect.poll(() => redis.exists(key), { timeout: 5_000 }).toBe(0)

  it('lets an idle session end, and begins another', async () => {
    const keyPrefix = 'idle'
    const store = createRedisSessionStore({ redis, keyPrefix, idleTimeoutMs: 60 })
    const principal = newPrincipal()
    const first = await store.resolve({ principal })
    await untilGone(createSessionKeys(keyPrefix).session(first.id))
    expect(await store.find(first.id)).toBeUndefined()
    await expect(store.resolve({ principal, requested: String(first.id) })).rejects.toMatchObject({
      code: 'session_not_permitted',
    })
    expect((await store.resolve({ principal })).id).toBeGreaterThan(first.id)
  })

  it('restarts the idle time with each use, for record and pointer, by number too', async () => {
    const keyPrefix = 'sliding'
    const store = createRedisSessionStore({ redis, keyPrefix, idleTimeoutMs: 600_000 })
    const principal = newPrincipal()
    const { id } = await store.resolve({ principal, requested: 'n' })
    const keys = createSessionKeys(keyPrefix)
    const user = keys.user(principal)
    const watched = [keys.session(id), user.pointer('web', 'n'), user.sessions]
    for (const requested of ['n', String(id)]) {
      for (const key of watched) await redis.pexpire(key, 300_000)
      await store.resolve({ principal, requested })
      for (const key of watched) expect(await redis.pttl(key)).toBeGreaterThan(500_000)
    }
  })

  it('gives a session that began without a secret one, and keeps it', async () => {
    const keyPrefix = 'upgraded'
    const principal = newPrincipal()
    const { id } = await createRedisSessionStore({ redis, keyPrefix }).resolve({ principal })
    await redis.hdel(createSessionKeys(keyPrefix).session(id), 'secret')
    let secrets = 0
    const store = createRedisSessionStore({ redis, keyPrefix, newSecret: () => `secret-${secrets++}` })
    for (const requested of [String(id), undefined]) {
      expect(await store.resolve({ principal, requested })).toMatchObject({ id, secret: 'secret-0' })
    }
  })

  it('forgets sessions that have ended, in every index', async () => {
    const store = createRedisSessionStore({ redis, keyPrefix: 'ended', idleTimeoutMs: 30 })
    const principal = newPrincipal()
    const { base, index, user } = createSessionKeys('ended')
    for (let round = 0; round < 3; round += 1) {
      const { id } = await store.resolve({ principal, requested: `n${round}` })
      await untilGone(createSessionKeys('ended').session(id))
    }
    expect(await store.list({ limit: 10 })).toEqual({ sessions: [] })
    // One that does not end while a busy machine looks for it.
    const { id } = await createRedisSessionStore({ redis, keyPrefix: 'ended' }).resolve({ principal })
    for (const key of [index, `${base}ends`, user(principal).sessions]) {
      expect(await redis.zrange(key, '0', '-1')).toEqual([String(id)])
    }
  })

  it.each<[string, (key: string) => Promise<unknown>]>([
    ['lost all sessions', async () => await redis.del(...(await keysOf('lost')))],
    ['gone back to an older number', async (key) => await redis.set(key, 1)],
    ['a number that lies ahead of its time', async (key) => await redis.set(key, Number.MAX_SAFE_INTEGER - 10)],
  ])('gives no number twice, where Redis has %s', async (_what, change) => {
    const store = createRedisSessionStore({ redis, keyPrefix: 'lost' })
    const first = await store.resolve({ principal: newPrincipal() })
    await change(createSessionKeys('lost').sequence)
    const next = await store.resolve({ principal: newPrincipal() })
    expect(next.id).toBeGreaterThan(first.id)
    expect(Number.isSafeInteger(next.id)).toBe(true)
    expect((await store.resolve({ principal: newPrincipal() })).id).toBeGreaterThan(next.id)
    await redis.del(...(await keysOf('lost')))
  })

  it('refuses more sessions of a user than are allowed, until some have ended', async () => {
    const store = createRedisSessionStore({ redis, keyPrefix: 'many', maxSessionsPerUser: 2, idleTimeoutMs: 100 })
    const principal = newPrincipal()
    await store.resolve({ principal, requested: 'a' })
    const { id } = await store.resolve({ principal, requested: 'b' })
    const third = () => store.resolve({ principal, requested: 'c' })
    await expect(third()).rejects.toMatchObject({ code: 'too_many_sessions' })
    await untilGone(createSessionKeys('many').session(id))
    expect(await third()).toMatchObject({ name: 'c' })
  })

  it('leaves no key without expiry behind where nothing was frozen', async () => {
    const store = createRedisSessionStore({ redis, keyPrefix: 'tidy' })
    const principal = newPrincipal()
    await Promise.all(Array.from({ length: 20 }, () => store.resolve({ principal })))
    await store.resolve({ principal, requested: 'n' })
    const lasting: string[] = []
    for (const key of await keysOf('tidy')) if ((await redis.pttl(key)) === -1) lasting.push(key)
    expect(lasting.toSorted()).toEqual(['ends', 'index', 'sequence'].map((name) => `tidy:{sessions}:${name}`))
  })

  it('holds all keys in one slot of a cluster', async () => {
    const store = createRedisSessionStore({ redis, keyPrefix: 'slots' })
    const principal = newPrincipal({ tenant: 'a}b', sub: '{c}:{d}' })
    await store.resolve({ principal, requested: 'n' })
    await freezesOf('slots').freezeUser(principal, cause)
    const all = await keysOf('slots')
    expect(all).toContain('slots:{sessions}:user:a%7Db:%7Bc%7D%3A%7Bd%7D:freeze')
    for (const key of all) expect(key.slice(key.indexOf('{') + 1, key.indexOf('}'))).toBe('sessions')
  })

  it.each([
    ['a record of another type', (key: string) => redis.set(key, 'x')],
    ['a time that is none', (key: string) => redis.hset(key, 'created_at_ms', 'soon')],
    ['a missing member', (key: string) => redis.hdel(key, 'client')],
  ])('refuses to go on with %s', async (_what, damage) => {
    const store = createRedisSessionStore({ redis, keyPrefix: 'damaged' })
    const principal = newPrincipal()
    const { id } = await store.resolve({ principal })
    const key = createSessionKeys('damaged').session(id)
    await damage(key)
    await expect(store.resolve({ principal })).rejects.toMatchObject({ code: 'dependency_unavailable' })
    await expect(store.find(id)).rejects.toMatchObject({ code: 'dependency_unavailable' })
  })

  it('refuses a session whose state it does not know', async () => {
    const store = createRedisSessionStore({ redis, keyPrefix: 'unknown' })
    const principal = newPrincipal()
    const { id } = await store.resolve({ principal })
    await redis.hset(createSessionKeys('unknown').session(id), 'state', 'thawing')
    await expect(store.resolve({ principal })).rejects.toMatchObject({ code: 'session_frozen' })
    await expect(store.resolve({ principal, requested: String(id) })).rejects.toMatchObject({ code: 'session_frozen' })
  })

  it.each(['', 'a:b', 'a{b}', 'é'])('refuses the key prefix %j', (keyPrefix) => {
    expect(() => createRedisSessionStore({ redis, keyPrefix })).toThrow(TypeError)
  })

  it('fails closed while Redis is dead, and loses nothing', async () => {
    // Else a busy disk may delay the writing for a second or two.
    await redis.config('SET', 'appendfsync', 'always')
    const store = createRedisSessionStore({ redis, keyPrefix: 'crash' })
    const freezes = freezesOf('crash')
    const [principal, culprit, compromised] = [newPrincipal(), newPrincipal(), newPrincipal()]
    const session = await store.resolve({ principal })
    const { id: frozenId } = await store.resolve({ principal: culprit })
    await freezes.freezeSession({ ...culprit, sessionId: frozenId }, cause)
    await freezes.freezeUser(compromised, cause)
    await server.kill()
    const unavailable = { code: 'dependency_unavailable' }
    await expect(store.resolve({ principal })).rejects.toMatchObject(unavailable)
    await expect(store.resolve({ principal, requested: String(session.id) })).rejects.toMatchObject(unavailable)
    await expect(store.find(session.id)).rejects.toMatchObject(unavailable)
    await expect(freezes.freezeUser(principal, cause)).rejects.toMatchObject(unavailable)
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
