import { createSessionKeysRepository, type Database, openDatabase } from '@sluice/db'
import { MIGRATED } from '@sluice/db/testing'
import { startPostgres } from '@sluice/testkit'
import { createKeyRing, type SessionKeyRing } from '@sluice/token-vault'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createSessionKeys } from './session-keys.ts'

let postgres: Awaited<ReturnType<typeof startPostgres>>
let database: Database
let nowMs = Date.UTC(2026, 10, 28)
let sessionId = 1_795_864_389_864_000

beforeAll(async () => {
  postgres = await startPostgres(MIGRATED)
  database = openDatabase(postgres.url)
}, 300_000)
afterAll(async () => {
  await database?.close()
  await postgres?.stop()
})
beforeEach(() => {
  sessionId += 1
})

const clock = { nowMs: () => nowMs, monotonicMs: () => nowMs }
const ref = () => ({ tenant: 'acme', sub: 'alice', sessionId })

/** The keys of one gateway, and how often it has asked PostgreSQL. */
function gateway() {
  const stored = createSessionKeysRepository(database)
  const keyRing = createKeyRing(new Map([['k1', new Uint8Array(32).fill(7)]]), 'k1', { sessionKeys: true })
  let asked = 0
  const repository: Pick<typeof stored, 'findOrKeep' | 'find'> = {
    findOrKeep: (...order) => {
      asked += 1
      return stored.findOrKeep(...order)
    },
    find: stored.find,
  }
  const keys = createSessionKeys({ repository, keyRing, clock, keptMs: 1_000 })
  return { keys, keyRing, stored, asked: () => asked }
}

const sealWith = (keyRing: ReturnType<typeof gateway>['keyRing']) =>
  keyRing.seal({ purpose: 'approval', tenant: 'acme', session: ref() }, 'a text', '')
const openWith = (keyRing: ReturnType<typeof gateway>['keyRing'], sealed: string) =>
  keyRing.open({ purpose: 'approval', tenant: 'acme', session: ref() }, sealed, '')

async function destroy(session: ReturnType<typeof ref>) {
  await database.pool.query('UPDATE session_keys SET sealed = NULL WHERE session_id = $1', [session.sessionId])
}

describe('the keys of sessions', () => {
  it('are the same at all gateways, and asked for once by many requests at a time, and in ten minutes', async () => {
    const [one, two] = [gateway(), gateway()]
    await Promise.all([...Array.from({ length: 20 }, () => one.keys.require(ref())), two.keys.require(ref())])
    expect([one.asked(), two.asked()]).toEqual([1, 1])
    expect(openWith(two.keyRing, sealWith(one.keyRing))).toBe('a text')
    await one.keys.require(ref())
    expect(one.asked()).toBe(1)
    nowMs += 600_000
    await one.keys.require(ref())
    expect(one.asked()).toBe(2)
  })

  it('are refused once they are destroyed: at once after a freeze, and where they are only read', async () => {
    const { keys, keyRing, asked } = gateway()
    const reader = gateway()
    await keys.require(ref())
    const sealed = sealWith(keyRing)
    await reader.keys.load(ref())
    expect(openWith(reader.keyRing, sealed)).toBe('a text')
    await destroy(ref())
    await reader.keys.load(ref())
    expect(() => openWith(reader.keyRing, sealed)).toThrow(expect.objectContaining({ code: 'layer_failed' }))
    keys.forget(ref(), sessionId)
    expect((keyRing satisfies SessionKeyRing).hasSessionKey(ref())).toBe(false)
    await expect(keys.require(ref())).rejects.toMatchObject({ code: 'session_not_permitted' })
    expect(asked()).toBe(2)
  })

  it.each<[string, (keys: ReturnType<typeof gateway>['keys']) => void, number]>([
    ['the user', (keys) => keys.forget(ref(), undefined), 2],
    ['everybody', (keys) => keys.forgetAll(), 2],
    ['a user whose name begins alike', (keys) => keys.forget({ tenant: 'acme', sub: 'al' }, undefined), 1],
    ['another user', (keys) => keys.forget({ tenant: 'acme', sub: 'bob' }, sessionId), 1],
  ])('are asked for again after a freeze of %s', async (_name, freeze, expected) => {
    const { keys, asked } = gateway()
    await keys.require(ref())
    freeze(keys)
    await keys.require(ref())
    expect(asked()).toBe(expected)
  })

  it('are asked for again where a freeze came between the question and its answer', async () => {
    const { keys, asked } = gateway()
    const asking = keys.require(ref())
    keys.forget(ref(), sessionId)
    await asking
    await keys.require(ref())
    expect(asked()).toBe(2)
  })

  it('are dropped when nothing needs them any more, but for a hold', async () => {
    const { keys, stored } = gateway()
    await keys.require(ref())
    const kept = { ...ref(), sub: 'held' }
    await keys.require(kept)
    await database.pool.query(
      `INSERT INTO legal_holds (id, tenant, sub, reason, opened_by, opened_at)
       VALUES (gen_random_uuid(), 'acme', 'held', 'A case.', 'user:counsel', now())`,
    )
    const ends = nowMs + 86_400_000 + 1_000
    await stored.dropBefore(new Date(ends))
    expect(await stored.find(ref())).toBeDefined()
    expect(await stored.dropBefore(new Date(ends + 1))).toBeGreaterThanOrEqual(1)
    expect(await stored.find(ref())).toBeUndefined()
    expect(await stored.find(kept)).toBeDefined()
  })

  it('are refused with a failure of the store', async () => {
    const closed = openDatabase('postgres://127.0.0.1:1/none')
    const repository = createSessionKeysRepository(closed)
    const keys = createSessionKeys({ repository, keyRing: gateway().keyRing, clock, keptMs: 1_000 })
    await expect(keys.require(ref())).rejects.toMatchObject({ code: 'dependency_unavailable' })
    await expect(keys.load(ref())).rejects.toMatchObject({ code: 'dependency_unavailable' })
    await closed.close()
  })
})
