import { Pool } from 'pg'
import { attempt } from './dependency-error.ts'
import { drizzle, type NodePgDatabase } from './drizzle.ts'

export interface DatabaseOptions {
  /** Connections at most; 10 by default. */
  readonly maxConnections?: number
  /** The longest that one statement may take, at the server and here; 2,000 by default. */
  readonly statementTimeoutMs?: number
  /** The longest wait for a connection, new or from the pool; 3,000 by default. */
  readonly connectTimeoutMs?: number
  /** Shown by `pg_stat_activity`; `sluice` by default. */
  readonly applicationName?: string
  /** Called when a connection breaks that no statement is at; queries reject with their own failures. */
  readonly onError?: (error: Error) => void
}

export interface Database {
  readonly orm: NodePgDatabase
  readonly pool: Pool
  /** Resolves when PostgreSQL answers. Throws `dependency_unavailable`. */
  checkReady(): Promise<void>
  /** Closes the connections, each after the statement it is at. May be called twice. */
  close(): Promise<void>
}

/** Opens a pool of connections to PostgreSQL; the first is made when it is needed. */
export function openDatabase(url: string, options: DatabaseOptions = {}): Database {
  const { statementTimeoutMs = 2_000 } = options
  const pool = new Pool({
    connectionString: url,
    max: options.maxConnections ?? 10,
    // One stays open: the first freeze after a quiet hour must not wait for a connection to be made.
    min: 1,
    connectionTimeoutMillis: options.connectTimeoutMs ?? 3_000,
    statement_timeout: statementTimeoutMs,
    query_timeout: statementTimeoutMs,
    application_name: options.applicationName ?? 'sluice',
    keepAlive: true,
  })
  // The pool listens to a connection only while nobody has it. One that breaks between two statements of a transaction
  // would else end the process; the next statement rejects.
  pool.on('connect', (client) => {
    client.once('error', (error) => options.onError?.(error))
    client.on('error', () => undefined)
  })
  pool.on('error', () => undefined)
  let closed: Promise<void> | undefined
  return {
    orm: drizzle(pool),
    pool,
    checkReady: () => attempt(async () => void (await pool.query('SELECT 1'))),
    close: () => {
      closed ??= pool.end()
      return closed
    },
  }
}
