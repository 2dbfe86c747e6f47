import pg from 'pg'
import { databaseExists, runAsAdmin, urlOf } from './create-database.ts'

/** What all databases of a test file begin with, made once for a server and copied. */
export interface DatabaseTemplate {
  /** Hexadecimal digits that stand for the content: what would fill it otherwise has another key. */
  readonly key: string
  /** Fills an empty database, and closes its connections to it. */
  readonly fill: (url: string) => Promise<void>
}

/** The letters `stempl` as a number: the advisory lock of whoever makes a template. */
const LOCK = 0x73_74_65_6d_70_6c

/** By server and template: made by this process, or found. */
const found = new Map<string, Promise<string>>()

/**
 * Gives the name of a database that is filled like this. Of several test processes that ask for it, one makes it while
 * the others wait. It gets its name once it is full, so that one that was begun is never copied. Throws what `fill`
 * throws; the next call tries again.
 */
export function findTemplate(adminUrl: string, template: DatabaseTemplate): Promise<string> {
  const id = `${adminUrl} ${template.key}`
  const known = found.get(id) ?? makeTemplate(adminUrl, template)
  found.set(id, known)
  known.catch(() => found.delete(id))
  return known
}

async function makeTemplate(adminUrl: string, { key, fill }: DatabaseTemplate): Promise<string> {
  if (!/^[0-9a-f]{8,40}$/.test(key)) throw new Error(`${key} is no key of a template.`)
  const name = `sluice_template_${key}`
  const partial = `${name}_partial`
  return await runAsAdmin(adminUrl, async (client) => {
    // The lock ends with the connection.
    await client.query('select pg_advisory_lock($1)', [LOCK])
    if (await databaseExists(client, name)) return name
    await client.query(`drop database if exists ${pg.escapeIdentifier(partial)} with (force)`)
    await client.query(`create database ${pg.escapeIdentifier(partial)}`)
    await fill(urlOf(adminUrl, partial))
    await client.query(`alter database ${pg.escapeIdentifier(partial)} rename to ${pg.escapeIdentifier(name)}`)
    return name
  })
}
