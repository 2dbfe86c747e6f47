import { mkdir, rm } from 'node:fs/promises'
import { findFreePort } from '../system/free-port.ts'
import { type ManagedProcess, startProcess } from '../system/managed-process.ts'
import { makeTemporaryDirectory } from '../system/temporary-directory.ts'
import { obtainRedisBinary, type RedisBinary } from './redis-binary.ts'
import type { RedisOptions, RedisServer } from './redis-server.ts'

/** Starts a private `redis-server` on loopback, with an append-only file so that a restart keeps the data. */
export async function startRedisProcess(options: RedisOptions): Promise<RedisServer> {
  const binary = await obtainRedisBinary()
  const temporary = options.dataDirectory === undefined
  const directory = options.dataDirectory ?? (await makeTemporaryDirectory('redis'))
  await mkdir(directory, { recursive: true, mode: 0o700 })
  const port = options.port ?? (await findFreePort())
  // The bus of a cluster would else listen 10,000 above, where there may be no port.
  const clusterSettings = options.cluster
    ? { 'cluster-enabled': 'yes', 'cluster-announce-ip': '127.0.0.1', 'cluster-port': `${await findFreePort()}` }
    : {}
  const launch = () => launchRedis(binary, port, directory, options, clusterSettings)
  let running: ManagedProcess = await launch()
  return {
    source: 'binary',
    url: `redis://127.0.0.1:${port}`,
    port,
    pid: () => running.pid,
    kill: () => running.end('SIGKILL'),
    restart: async () => {
      await running.end()
      running = await launch()
    },
    stop: async () => {
      await running.end()
      if (temporary) await rm(directory, { recursive: true, force: true })
    },
  }
}

function launchRedis(
  binary: RedisBinary,
  port: number,
  directory: string,
  options: RedisOptions,
  clusterSettings: Readonly<Record<string, string>>,
) {
  const settings = {
    port: String(port),
    bind: '127.0.0.1',
    dir: directory,
    appendonly: 'yes',
    appendfsync: 'everysec',
    save: '',
    databases: String(options.databases ?? 16),
    // A cache that evicts would lose session state: refuse writes instead.
    'maxmemory-policy': 'noeviction',
    ...clusterSettings,
  }
  return startProcess({
    name: 'redis-server',
    command: binary.path,
    args: Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]),
    env: binary.libraryPath === undefined ? {} : { LD_LIBRARY_PATH: binary.libraryPath },
    readyText: 'Ready to accept connections',
    logFile: options.logFile,
    ownSession: options.ownSession,
  })
}
