import { isDockerAvailable } from '../system/docker.ts'
import { startRedisContainer } from './redis-container.ts'
import { useRedisFromEnvironment } from './redis-from-environment.ts'
import { startRedisProcess } from './redis-process.ts'

export interface RedisOptions {
  /** Keeps the data here after `stop`; without it a temporary folder is used and removed. */
  readonly dataDirectory?: string
  /** Without it a free port is taken. */
  readonly port?: number
  readonly logFile?: string
  /** In a session of its own, Ctrl-C at the terminal does not reach it. */
  readonly ownSession?: boolean
  /** Which ways to try, in this order. */
  readonly sources?: readonly RedisSource[]
}

export type RedisSource = 'environment' | 'docker' | 'binary'

export interface RedisServer {
  readonly source: RedisSource
  /** `redis://host:port`, with a database number when the server is shared. */
  readonly url: string
  readonly port: number
  /** The process id of a local server. */
  pid(): number | undefined
  /** Stops the server and removes temporary data. A server from the environment is left alone. */
  stop(): Promise<void>
  /** Ends the server with SIGKILL, as a crash would. Refused for a server from the environment. */
  kill(): Promise<void>
  /** Starts the server again on the same port with the same data. Refused for a server from the environment. */
  restart(): Promise<void>
}

/**
 * Starts a real Redis: `TEST_REDIS_URL`, else Docker, else a local `redis-server`, which is fetched when it is missing.
 * Throws an error that names the choices when no way works.
 */
export async function startRedis(options: RedisOptions = {}): Promise<RedisServer> {
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

async function startFrom(source: RedisSource, options: RedisOptions): Promise<RedisServer | undefined> {
  switch (source) {
    case 'environment': {
      const url = process.env.TEST_REDIS_URL
      return url === undefined || url === '' ? undefined : await useRedisFromEnvironment(url)
    }
    case 'docker':
      return (await isDockerAvailable()) ? await startRedisContainer(options) : undefined
    case 'binary':
      return await startRedisProcess(options)
  }
}
