import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findWholePostgres, type PostgresServer, runCommand, startOwnPostgres } from '@sluice/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createAuditTrail } from './audit-trail.ts'
import { type Database, openDatabase } from './database.ts'
import { migrate } from './migrate.ts'
import { createUsersRepository } from './users-repository.ts'

/* The commands of docs/backup.md, with the tools and a server of one version that this machine has. */

const programs = await findWholePostgres()
const opened: Database[] = []
let server: PostgresServer | undefined
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sluice-backup-'))
  if (programs !== undefined) server = await startOwnPostgres({ programs, sources: ['binary'] })
}, 300_000)
afterAll(async () => {
  for (const database of opened) await database.close()
  await server?.stop()
  await rm(folder, { recursive: true })
})

function open(url: string): Database {
  const database = openDatabase(url)
  opened.push(database)
  return database
}

/** How many rows each table has, and a digest of all that they hold. */
async function contentsOf(database: Database): Promise<Record<string, unknown>> {
  const { rows } = await database.pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema') order by 1`,
  )
  const contents: Record<string, unknown> = {}
  for (const { name } of rows) {
    const digest = `select count(*)::int as rows, md5(coalesce(string_agg(t::text, ',' order by t::text), '')) as digest`
    contents[name] = (await database.pool.query(`${digest} from ${name} t`)).rows[0]
  }
  return contents
}

it.skipIf(programs === undefined)(
  'pg_dump and pg_restore bring back every table, and the product goes on with it (skipped: no PostgreSQL with its tools)',
  async () => {
    if (server === undefined || programs === undefined) throw new Error('There is no server.')
    const original = open(server.url)
    await migrate(original)
    await createUsersRepository(original).upsert({ tenant: 'default', sub: 'maria', active: true, groups: ['a'] })
    const entry = { tenant: 'default', timeMs: 1_000, type: 'request.answered', severity: 1, layers: ['L0'] } as const
    const entries = ['1', '2', '3'].map((id) => ({
      ...entry,
      id,
      policyIds: [],
      record: { kind: 'request', text: 'ÄÖ' },
    }))
    expect(await createAuditTrail(original).enter(entries)).toBe(3)

    const dump = join(folder, 'sluice.dump')
    const run = async (tool: string, ...args: string[]) => {
      const { code, stderr } = await runCommand(join(programs, tool), args)
      expect({ tool, code, stderr }).toEqual({ tool, code: 0, stderr: '' })
    }
    await run('pg_dump', '--format=custom', '--no-owner', `--file=${dump}`, server.url)
    const emptyUrl = await server.createDatabase()
    await run('pg_restore', '--no-owner', '--exit-on-error', `--dbname=${emptyUrl}`, dump)

    const restored = open(emptyUrl)
    const contents = await contentsOf(original)
    expect(contents).toMatchObject({ 'public.users': { rows: 1 } })
    expect(await contentsOf(restored)).toEqual(contents)
    await migrate(restored)
    expect(await contentsOf(restored)).toEqual(contents)
    expect(await createAuditTrail(restored).enter([...entries, { ...entries[0]!, id: '4' }])).toBe(1)
  },
  180_000,
)
