import { createRedis, waitForRedis } from '@sluice/redis'
import { type RedisLease, startRedis } from '@sluice/testkit'
import type { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createRedisSessionStore } from '../store/redis-session-store.ts'
import { createSessionKeys } from '../store/session-keys.ts'
import { describeFreezeWriter } from '../testing/freeze-writer.contract.ts'
import { newPrincipal } from '../testing/new-principal.ts'
import { createFreezeWriter } from './freeze-writer.ts'

const cause = { reason: 'reported by the SOC', by: 'carol' }

let server: RedisLease
let redis: Redis
beforeAll(async () => {
  server = await startRedis()
  redis = createRedis(server.url)
  await waitForRedis(redis, 5_000)
})
afterAll(async () => {
  redis?.disconnect()
  await server?.stop()
})

function openBoth(keyPrefix: string, idleTimeoutMs: number) {
  return {
    store: createRedisSessionStore({ redis, keyPrefix, idleTimeoutMs }),
    freezes: createFreezeWriter({ redis, keys: createSessionKeys(keyPrefix) }, idleTimeoutMs),
  }
}

describeFreezeWriter('Redis', async () => ({ ...openBoth('contract', 1_800_000), close: async () => {} }))

describe('createFreezeWriter', () => {
  it('never lets a frozen session end by itself', async () => {
    const keyPrefix = 'frozen'
    const { store, freezes } = openBoth(keyPrefix, 60_000)
    const principal = newPrincipal()
    const { id } = await store.resolve({ principal })
    const ref = { ...principal, sessionId: id }
    await freezes.freezeSession(ref, cause)
    const keys = createSessionKeys(keyPrefix)
    const user = keys.user(principal)
    const kept = [keys.session(id), user.pointer('web', undefined), user.sessions]
    await expect(store.resolve({ principal })).rejects.toMatchObject({ code: 'session_frozen' })
    for (const key of kept) expect(await redis.pttl(key)).toBe(-1)
    await freezes.unfreezeSession(ref, cause)
    for (const key of kept) expect(await redis.pttl(key)).toBeGreaterThan(0)
  })

  it('never lets the freeze of a user end by itself', async () => {
    const { store, freezes } = openBoth('marked', 50)
    const principal = newPrincipal()
    const { id } = await store.resolve({ principal })
    await freezes.freezeUser(principal, cause)
    await expect.poll(() => redis.exists(createSessionKeys('marked').session(id)), { timeout: 5_000 }).toBe(0)
    await expect(store.resolve({ principal })).rejects.toMatchObject({ code: 'session_frozen' })
  })
})
