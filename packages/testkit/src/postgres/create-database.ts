import { randomBytes } from 'node:crypto'
import pg from 'pg'

/** What a database is made of, where it is not PostgreSQL's own template. */
interface DatabaseContent {
  /** The name of a database that nobody is connected to; PostgreSQL's `template1` by default. */
  readonly template?: string
  /**
   * Copies files, with a checkpoint before, in place of writing each page to the log, which takes three times the CPU
   * (PostgreSQL 15 and newer; False by default). Only for a server that syncs nothing to its disk.
   */
  readonly copiesFiles?: boolean
}

/** Creates a database, with a name of its own unless one is given, and returns its URL; one that exists is kept. */
export async function createDatabase(
  adminUrl: string,
  name = `sluice_test_${randomBytes(6).toString('hex')}`,
  { template = 'template1', copiesFiles = false }: DatabaseContent = {},
): Promise<string> {
  await runAsAdmin(adminUrl, async (client) => {
    if (await databaseExists(client, name)) return
    const strategy = copiesFiles ? ' strategy file_copy' : ''
    await client.query(
      `create database ${pg.escapeIdentifier(name)} template ${pg.escapeIdentifier(template)}${strategy}`,
    )
  })
  return urlOf(adminUrl, name)
}

/** Drops the database that a URL names, with its open connections. */
export async function dropDatabase(adminUrl: string, databaseUrl: string): Promise<void> {
  const name = new URL(databaseUrl).pathname.slice(1)
  await runAsAdmin(adminUrl, (client) =>
    client.query(`drop database if exists ${pg.escapeIdentifier(name)} with (force)`),
  )
}

export async function databaseExists(client: pg.Client, name: string): Promise<boolean> {
  const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name])
  return rowCount !== 0
}

/** The URL of another database of the same server. */
export function urlOf(adminUrl: string, name: string): string {
  const url = new URL(adminUrl)
  url.pathname = `/${name}`
  return url.href
}

/** Runs work on a connection of its own to the superuser's database. */
export async function runAsAdmin<T>(adminUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: adminUrl, connectionTimeoutMillis: 10_000 })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
