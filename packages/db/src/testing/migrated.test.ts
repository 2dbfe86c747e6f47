import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '@sluice/testkit'
import { expect, it } from 'vitest'
import { openDatabase } from '../database.ts'
import { createUsersRepository } from '../users-repository.ts'
import { digestOf, MIGRATED } from './migrated.ts'

/** All columns and indexes, and the migrations that have run. */
const SCHEMA = `
  SELECT table_name, column_name, data_type, is_nullable, column_default FROM information_schema.columns
    WHERE table_schema = 'public'
  UNION ALL SELECT tablename, indexname, indexdef, '', '' FROM pg_indexes WHERE schemaname = 'public'
  UNION ALL SELECT 'migration', hash, '', '', '' FROM drizzle.__drizzle_migrations
  ORDER BY 1, 2, 3`

it('is as the migrations leave a database, and a database of its own each time', async () => {
  const [server, empty] = await Promise.all([startPostgres(MIGRATED), startPostgres()])
  await MIGRATED.fill(empty.url)
  const first = openDatabase(server.url)
  const second = openDatabase(await server.createDatabase())
  const migrated = openDatabase(empty.url)
  await createUsersRepository(first).upsert({ tenant: 'default', sub: 'ann', active: true, groups: [] })
  const { rows } = await migrated.pool.query(SCHEMA)
  const files = readdirSync(new URL('../../migrations', import.meta.url)).filter((name) => name.endsWith('.sql'))
  expect(rows.filter(({ table_name: name }) => name === 'migration')).toHaveLength(files.length)
  for (const database of [first, second]) expect((await database.pool.query(SCHEMA)).rows).toEqual(rows)
  const users = await Promise.all([first, second].map((one) => one.pool.query('SELECT sub FROM users')))
  expect(users.map((found) => found.rows)).toEqual([[{ sub: 'ann' }], []])
  await Promise.all([first, second, migrated].map((one) => one.close()))
  await Promise.all([server.stop(), empty.stop()])
})

it('has another key when a file is changed, added, moved or gone', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-migrations-'))
  const keys = new Set<string>()
  const keep = (change: () => void) => {
    change()
    keys.add(digestOf(folder))
  }
  try {
    mkdirSync(join(folder, 'meta'))
    keep(() => writeFileSync(join(folder, '0000.sql'), 'SELECT 1'))
    keep(() => writeFileSync(join(folder, '0000.sql'), 'SELECT 2'))
    keep(() => writeFileSync(join(folder, 'meta/journal.json'), '{}'))
    keep(() => renameSync(join(folder, '0000.sql'), join(folder, '0001.sql')))
    keep(() => rmSync(join(folder, '0001.sql')))
    expect(keys.size).toBe(5)
    expect(digestOf(folder)).toBe(digestOf(folder))
  } finally {
    rmSync(folder, { recursive: true })
  }
})
