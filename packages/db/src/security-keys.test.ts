import { randomUUID } from 'node:crypto'
import { startPostgres } from '@sluice/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createAuditRetention } from './audit-retention.ts'
import { type ConsoleSessionsRepository, createConsoleSessionsRepository } from './console-sessions-repository.ts'
import { type Database, openDatabase } from './database.ts'
import {
  createSecurityKeysRepository,
  type SecurityKey,
  type SecurityKeysRepository,
} from './security-keys-repository.ts'
import { MIGRATED } from './testing/index.ts'

let postgres: Awaited<ReturnType<typeof startPostgres>>
let database: Database
let keys: SecurityKeysRepository

beforeAll(async () => {
  postgres = await startPostgres(MIGRATED)
  database = openDatabase(postgres.url)
  keys = createSecurityKeysRepository(database)
})
afterAll(async () => {
  await database?.close()
  await postgres?.stop()
})

const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second))
const key = (sub: string, changes: Partial<SecurityKey> = {}): SecurityKey => ({
  ...{ id: randomUUID(), tenant: 't', sub, name: 'Blue one', credentialId: randomUUID(), publicKey: 'pQECAyYg' },
  ...{ userHandle: 'aGFuZGxl', counter: 0, transports: ['usb'], isSynced: false },
  ...{ createdAt: at(1), lastUsedAt: undefined, ...changes },
})
/** A console session of a person who has confirmed with a key. */
async function begin(sessions: ConsoleSessionsRepository, idHash: string, sub: string): Promise<void> {
  const times = { createdAt: at(1), lastSeenAt: at(1), expiresAt: at(50), refreshedAt: at(1), authTime: at(0) }
  const session = { idHash, tenant: 't', sub, tokens: 's', acr: undefined, securityKeyAt: at(3), series: idHash }
  const digests = { tokenGroups: 'a', directoryGroups: 'b', freezeVersion: 0 }
  await sessions.begin({ session: { ...session, ...times, ...digests }, maxOpen: 5 })
}
const nothing = async () => undefined

it('gives each person their own keys, the oldest first, and those of nobody else', async () => {
  const [first, second] = [key('alice'), key('alice', { createdAt: at(2), transports: [], isSynced: true })]
  for (const one of [second, first, key('alice', { tenant: 'other' }), key('bob')]) await keys.insert(one, 10, nothing)
  expect(await keys.list({ tenant: 't', sub: 'alice' })).toEqual([first, second])
  expect(await keys.count({ tenant: 't', sub: 'alice' })).toBe(2)
  expect(await keys.list({ tenant: 't', sub: 'nobody' })).toEqual([])
})

it('lets nobody have more than the limit, also where many come at once', async () => {
  const attempts = Array.from({ length: 6 }, () => keys.insert(key('carol'), 3, nothing))
  const outcomes = await Promise.allSettled(attempts)
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  expect(await keys.count({ tenant: 't', sub: 'carol' })).toBe(3)
})

it('knows a credential once, for all people of all tenants', async () => {
  const known = key('dave')
  await keys.insert(known, 10, nothing)
  const again = key('erin', { tenant: 'other', credentialId: known.credentialId })
  await expect(keys.insert(again, 10, nothing)).rejects.toMatchObject({ code: 'conflict' })
})

it('neither stores nor removes what cannot be recorded', async () => {
  const broken = async () => Promise.reject(new Error('no room'))
  await expect(keys.insert(key('frank'), 10, broken)).rejects.toMatchObject({ code: 'dependency_unavailable' })
  const kept = key('frank')
  await keys.insert(kept, 10, nothing)
  await expect(keys.remove(kept, broken)).rejects.toMatchObject({ code: 'dependency_unavailable' })
  expect(await keys.list(kept)).toEqual([kept])
})

it('takes a counter that grows, once for each value, and 0 for ever from a key that does not count', async () => {
  const counting = key('grace', { counter: 4 })
  await keys.insert(counting, 10, nothing)
  const use = (counter: number) => keys.use({ ...counting, counter, at: at(counter) })
  expect(await use(4)).toBe(false)
  expect(await use(0)).toBe(false)
  const twice = await Promise.all([use(5), use(5)])
  expect(twice.toSorted()).toEqual([false, true])
  expect(await keys.list(counting)).toMatchObject([{ counter: 5, lastUsedAt: at(5) }])
  const silent = key('grace')
  await keys.insert(silent, 10, nothing)
  for (const second of [1, 2]) expect(await keys.use({ ...silent, counter: 0, at: at(second) })).toBe(true)
  expect(await keys.use({ ...silent, sub: 'heidi', at: at(3) })).toBe(false)
  expect(await keys.use({ ...silent, tenant: 'other', at: at(3) })).toBe(false)
})

it('removes a key of its owner alone, and takes its confirmations back', async () => {
  const sessions = createConsoleSessionsRepository(database)
  await begin(sessions, 'of-ivan', 'ivan')
  await begin(sessions, 'of-judy', 'judy')
  const own = key('ivan')
  await keys.insert(own, 10, nothing)
  const removed: SecurityKey[] = []
  const note = async (one: SecurityKey) => void removed.push(one)
  expect(await keys.remove({ ...own, sub: 'judy' }, note)).toBe(false)
  expect(await keys.remove({ ...own, tenant: 'other' }, note)).toBe(false)
  expect(await keys.remove(own, note)).toBe(true)
  expect(removed).toEqual([own])
  expect(await keys.remove(own, note)).toBe(false)
  const confirmed = async (idHash: string) => (await sessions.find([idHash]))[0]?.session.securityKeyAt
  expect([await confirmed('of-ivan'), await confirmed('of-judy')]).toEqual([undefined, at(3)])

  // A challenge is one of its session, taken once, and gone with it.
  const challenge = { challenge: 'a', purpose: 'p', userHandle: undefined, expiresAt: at(9) }
  await keys.keepChallenge('of-judy', { ...challenge, challenge: 'before', userHandle: 'u' })
  await keys.keepChallenge('of-judy', challenge)
  expect(await keys.takeChallenge('of-ivan')).toBeUndefined()
  const taken = await Promise.all([keys.takeChallenge('of-judy'), keys.takeChallenge('of-judy')])
  expect(taken.filter((one) => one !== undefined)).toEqual([challenge])
  await keys.keepChallenge('of-judy', challenge)
  await sessions.end('of-judy')
  expect(await keys.takeChallenge('of-judy')).toBeUndefined()
  await expect(keys.keepChallenge('of-judy', challenge)).rejects.toMatchObject({ code: 'dependency_unavailable' })
})

it('erases the keys of a person with the person, and neither those of others nor with a single session', async () => {
  const sessions = createConsoleSessionsRepository(database)
  const retention = createAuditRetention(database)
  for (const one of [key('gina'), key('gina', { tenant: 'other' }), key('hugo')]) await keys.insert(one, 10, nothing)
  await begin(sessions, 'of-gina', 'gina')
  const confirmed = async () => (await sessions.find(['of-gina']))[0]?.session.securityKeyAt
  const erasure = { erasureId: 'erasure-9', sessions: [], record: async () => undefined }
  await retention.erase({ tenant: 't', sub: 'gina', sessionId: 7 }, erasure)
  expect(await keys.count({ tenant: 't', sub: 'gina' })).toBe(1)
  expect(await confirmed()).toEqual(at(3))
  await retention.erase({ tenant: 't', sub: 'gina' }, erasure)
  expect(await keys.count({ tenant: 't', sub: 'gina' })).toBe(0)
  expect(await confirmed()).toBeUndefined()
  expect(await keys.count({ tenant: 'other', sub: 'gina' })).toBe(1)
  expect(await keys.count({ tenant: 't', sub: 'hugo' })).toBe(1)
})
