import { randomBytes } from 'node:crypto'
import pg from 'pg'

/** Creates a database, with a name of its own unless one is given, and returns its URL; one that exists is kept. */
export async function createDatabase(
  adminUrl: string,
  name = `sluice_test_${randomBytes(6).toString('hex')}`,
): Promise<string> {
  await runAsAdmin(adminUrl, async (client) => {
    const existing = await client.query('select 1 from pg_database where datname = $1', [name])
    if (existing.rowCount === 0) await client.query(`create database ${pg.escapeIdentifier(name)}`)
  })
  const url = new URL(adminUrl)
  url.pathname = `/${name}`
  return url.href
}

/** Drops the database that a URL names, with its open connections. */
export async function dropDatabase(adminUrl: string, databaseUrl: string): Promise<void> {
  const name = new URL(databaseUrl).pathname.slice(1)
  await runAsAdmin(adminUrl, (client) =>
    client.query(`drop database if exists ${pg.escapeIdentifier(name)} with (force)`),
  )
}

async function runAsAdmin(adminUrl: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl, connectionTimeoutMillis: 10_000 })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
