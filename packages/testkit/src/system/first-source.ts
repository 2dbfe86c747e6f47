import { isDockerAvailable } from './docker.ts'

/** Where a real server can come from, in the usual order. */
export type ServerSource = 'environment' | 'docker' | 'binary'

interface SourcesOf<Server> {
  /** The variable that names a server which is there already. */
  readonly variable: string
  readonly environment: (url: string) => Promise<Server>
  readonly docker: () => Promise<Server>
  readonly binary: () => Promise<Server>
}

/**
 * Starts a server from the first source that has one. An address in the environment that does not work is an error: who
 * set it wants that server and no other. Throws what the other sources said when none works.
 */
export async function startFromFirst<Server>(
  sources: SourcesOf<Server>,
  order: readonly ServerSource[] = ['environment', 'docker', 'binary'],
): Promise<Server> {
  const failures: unknown[] = []
  for (const source of order) {
    try {
      const server = await startFrom(source, sources)
      if (server !== undefined) return server
    } catch (error) {
      if (source === 'environment') throw error
      failures.push(error)
    }
  }
  throw failures.length === 1 ? failures[0] : new AggregateError(failures, failures.map(String).join('\n'))
}

async function startFrom<Server>(source: ServerSource, sources: SourcesOf<Server>): Promise<Server | undefined> {
  switch (source) {
    case 'environment': {
      const url = process.env[sources.variable]
      return url === undefined || url === '' ? undefined : await sources.environment(url)
    }
    case 'docker':
      return (await isDockerAvailable()) ? await sources.docker() : undefined
    case 'binary':
      return await sources.binary()
  }
}
