import { randomBytes } from 'node:crypto'
import { createDatabase } from './create-database.ts'
import type { PostgresOptions, PostgresServer } from './postgres-server.ts'

const IMAGE = 'postgres:17-alpine'

/** Starts PostgreSQL in a container through testcontainers. */
export async function startPostgresContainer(options: PostgresOptions): Promise<PostgresServer> {
  const { GenericContainer, Wait } = await import('testcontainers')
  const password = options.password ?? randomBytes(12).toString('hex')
  const definition = new GenericContainer(IMAGE)
    .withExposedPorts(options.port === undefined ? 5432 : { container: 5432, host: options.port })
    .withEnvironment({ POSTGRES_PASSWORD: password })
    // The image starts the server twice: once to set it up, then for good.
    .withWaitStrategy(Wait.forLogMessage('database system is ready to accept connections', 2))
  if (options.dataDirectory !== undefined) {
    definition.withBindMounts([{ source: options.dataDirectory, target: '/var/lib/postgresql/data', mode: 'rw' }])
  }
  const started = await definition.start()
  const port = started.getMappedPort(5432)
  const adminUrl = `postgres://postgres:${password}@${started.getHost()}:${port}/postgres`
  return {
    source: 'docker',
    url: await createDatabase(adminUrl, options.database ?? 'sluice'),
    adminUrl,
    port,
    createDatabase: (name) => createDatabase(adminUrl, name),
    stop: async () => {
      await started.stop({ remove: true, removeVolumes: true })
    },
  }
}
