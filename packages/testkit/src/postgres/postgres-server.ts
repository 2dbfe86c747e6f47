import type { ServerSource } from '../system/first-source.ts'

export interface PostgresOptions {
  /** Keeps the data here after `stop`; without it a temporary folder is used and removed. */
  readonly dataDirectory?: string
  /** Where the temporary folder is made; by default where the system has those. */
  readonly temporaryIn?: string
  /** Without it a free port is taken. */
  readonly port?: number
  /** Password of the superuser `postgres`; must stay the same for a kept data folder. */
  readonly password?: string
  /** Name of the first database; the default is `sluice`. */
  readonly database?: string
  readonly logFile?: string
  /** In a session of its own it does not receive Ctrl-C from the terminal. */
  readonly ownSession?: boolean
  /** A folder with PostgreSQL's programs, in place of npm's; only the way `binary` knows it. */
  readonly programs?: string
  /** Which ways to try, in this order. */
  readonly sources?: readonly ServerSource[]
}

export interface PostgresServer {
  readonly source: ServerSource
  /** URL of a database that nobody else uses. */
  readonly url: string
  /** URL of the superuser's database, from which others are created. */
  readonly adminUrl: string
  readonly port: number
  /** Creates another fresh database and returns its URL: one per test file or test. */
  createDatabase(name?: string): Promise<string>
  /** Stops the server and removes temporary data; on a shared server, drops the databases made here. */
  stop(): Promise<void>
}
