import { startPostgres } from '@sluice/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  type ConsoleSession,
  type ConsoleSessionsRepository,
  createConsoleSessionsRepository,
} from './console-sessions-repository.ts'
import { type Database, openDatabase } from './database.ts'
import { MIGRATED } from './testing/index.ts'
import { createUsersRepository } from './users-repository.ts'

let postgres: Awaited<ReturnType<typeof startPostgres>>
let database: Database
let sessions: ConsoleSessionsRepository

beforeAll(async () => {
  postgres = await startPostgres(MIGRATED)
  database = openDatabase(postgres.url)
  sessions = createConsoleSessionsRepository(database)
})
afterAll(async () => {
  await database?.close()
  await postgres?.stop()
})

const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second))
const session = (idHash: string, changes: Partial<ConsoleSession> = {}): ConsoleSession => ({
  ...{ idHash, tenant: 't', sub: 'alice', tokens: 'sealed', tokenGroups: 'a', directoryGroups: 'b', freezeVersion: 0 },
  ...{ createdAt: at(1), lastSeenAt: at(1), expiresAt: at(30), refreshedAt: at(1), authTime: at(0), acr: 'phr' },
  ...{ securityKeyAt: undefined, series: idHash },
  ...changes,
})
const found = async (...hashes: string[]) => (await sessions.find(hashes)).map((one) => one.session.idHash).toSorted()

it('gives back what it was given, with the person as the Users store has it now', async () => {
  const [kept, bare] = [session('kept'), session('bare', { sub: 'bob', authTime: undefined, acr: undefined })]
  await sessions.begin({ session: kept, maxOpen: 5 })
  await sessions.begin({ session: bare, maxOpen: 5 })
  const users = createUsersRepository(database)
  await users.upsert({ tenant: 't', sub: 'alice', groups: ['g'], active: true })
  // The same name in another tenant is somebody else.
  await users.upsert({ tenant: 'other', sub: 'bob', groups: ['h'], active: true })
  expect(await sessions.find(['kept'])).toEqual([{ session: kept, user: { active: true, groups: ['g'] } }])
  expect(await sessions.find(['bare'])).toEqual([{ session: bare, user: undefined }])
  await users.upsert({ tenant: 't', sub: 'alice', groups: [], active: false })
  expect(await sessions.find(['kept', 'none'])).toEqual([{ session: kept, user: { active: false, groups: [] } }])
  expect(await sessions.find([])).toEqual([])
})

it('ends once', async () => {
  await sessions.begin({ session: session('once', { sub: 'carol' }), maxOpen: 5 })
  expect(await sessions.end('once')).toBe(true)
  expect(await sessions.end('once')).toBe(false)
  expect(await found('once')).toEqual([])
})

it('leaves the newest of a person, and everybody else alone', async () => {
  await sessions.begin({ session: session('e', { sub: 'erin' }), maxOpen: 2 })
  for (const second of [1, 2, 3, 4]) {
    await sessions.begin({ session: session(`d${second}`, { sub: 'dave', createdAt: at(second) }), maxOpen: 2 })
  }
  expect(await found('d1', 'd2', 'd3', 'd4', 'e')).toEqual(['d3', 'd4', 'e'])
})

it('takes the place of another one, and drops what has expired', async () => {
  await sessions.begin({ session: session('old', { sub: 'frank' }), maxOpen: 5 })
  await sessions.begin({ session: session('stale', { sub: 'grace', expiresAt: at(2) }), maxOpen: 5 })
  await sessions.begin({ session: session('new', { sub: 'frank', createdAt: at(2) }), maxOpen: 5, replaces: 'old' })
  expect(await found('old', 'stale', 'new')).toEqual(['new'])
})

it('never goes back in time', async () => {
  await sessions.begin({ session: session('seen', { sub: 'heidi' }), maxOpen: 5 })
  await sessions.touch('seen', at(9))
  await sessions.touch('seen', at(5))
  expect((await sessions.find(['seen']))[0]?.session.lastSeenAt).toEqual(at(9))
})

it('lets one of many ask for tokens, and keeps them', async () => {
  await sessions.begin({ session: session('shared', { sub: 'ivan' }), maxOpen: 5 })
  const claims = await Promise.all([1, 2, 3].map(() => sessions.claimRefresh('shared', at(1), at(4))))
  expect(claims.filter(Boolean)).toHaveLength(1)
  await sessions.keepTokens('shared', 'others')
  expect((await sessions.find(['shared']))[0]?.session).toMatchObject({ tokens: 'others', refreshedAt: at(4) })
  // Nobody asks for a session that is over.
  expect(await sessions.claimRefresh('shared', at(4), at(31))).toBe(false)
  expect(await sessions.claimRefresh('none', at(4), at(5))).toBe(false)
})

it('gets another id when its person confirms with a security key, once, and stays the same session', async () => {
  const before = session('first', { sub: 'judy' })
  await sessions.begin({ session: before, maxOpen: 5 })
  const confirm = (idHash: string) => sessions.confirm('first', { idHash, at: at(7) })
  const outcomes = await Promise.all([confirm('second'), confirm('other')])
  expect(outcomes.toSorted()).toEqual([false, true])
  const idHash = outcomes[0] ? 'second' : 'other'
  expect(await found('first', 'second', 'other')).toEqual([idHash])
  // Tokens that were asked for under the old id are not lost: the session is the same for the provider.
  await sessions.keepTokens('first', 'refreshed')
  const [now] = await sessions.find([idHash])
  const times = { securityKeyAt: at(7), lastSeenAt: at(7) }
  expect(now?.session).toEqual({ ...before, ...times, idHash, tokens: 'refreshed' })
  expect(await sessions.confirm(idHash, { idHash: 'third', at: at(8) })).toBe(true)
  expect((await sessions.find(['third']))[0]?.session).toMatchObject({ series: 'first', expiresAt: at(30) })
})
