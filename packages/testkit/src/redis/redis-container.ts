import { findFreePort } from '../system/free-port.ts'
import type { RedisOptions, RedisServer } from './redis-server.ts'

const IMAGE = 'redis:7-alpine'

/** Starts Redis in a container through testcontainers, on a fixed loopback port so that a restart keeps it. */
export async function startRedisContainer(options: RedisOptions): Promise<RedisServer> {
  const { GenericContainer, getContainerRuntimeClient, Wait } = await import('testcontainers')
  const port = options.port ?? (await findFreePort())
  const definition = new GenericContainer(IMAGE)
    .withExposedPorts({ container: 6379, host: port })
    .withCommand([
      'redis-server',
      '--appendonly',
      'yes',
      '--appendfsync',
      'everysec',
      '--save',
      '',
      '--databases',
      String(options.databases ?? 16),
    ])
    .withWaitStrategy(Wait.forLogMessage('Ready to accept connections'))
  if (options.dataDirectory !== undefined) {
    definition.withBindMounts([{ source: options.dataDirectory, target: '/data', mode: 'rw' }])
  }
  const started = await definition.start()
  const client = await getContainerRuntimeClient()
  const handle = client.container.getById(started.getId())
  return {
    source: 'docker',
    url: `redis://${started.getHost()}:${port}`,
    port,
    pid: () => undefined,
    kill: async () => {
      await handle.kill({ signal: 'SIGKILL' })
    },
    restart: async () => {
      await handle.restart()
    },
    stop: async () => {
      await started.stop({ remove: true, removeVolumes: true })
    },
  }
}
