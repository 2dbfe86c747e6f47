import { randomBytes } from 'node:crypto'
import { chown, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findFreePort } from '../system/free-port.ts'
import { isProcessAlive } from '../system/is-process-alive.ts'
import { type ManagedProcess, startProcess } from '../system/managed-process.ts'
import { makeTemporaryDirectory } from '../system/temporary-directory.ts'
import { createDatabase } from './create-database.ts'
import { obtainPostgresBinaries, type PostgresBinaries } from './postgres-binaries.ts'
import { postgresIdentity, type UserIdentity } from './postgres-identity.ts'
import type { PostgresOptions, PostgresServer } from './postgres-server.ts'

const STALE_SERVER_GRACE_MS = 15_000

interface Cluster {
  readonly binaries: PostgresBinaries
  readonly identity: UserIdentity | undefined
  readonly directory: string
  readonly password: string
}

/** Starts a private PostgreSQL on loopback from npm's binaries or named ones; as root it runs under another user. */
export async function startPostgresProcess(options: PostgresOptions): Promise<PostgresServer> {
  const identity = await postgresIdentity()
  const { programs } = options
  const binaries =
    programs === undefined
      ? await obtainPostgresBinaries(identity !== undefined)
      : { initdb: join(programs, 'initdb'), postgres: join(programs, 'postgres') }
  const temporary = options.dataDirectory === undefined
  const directory = options.dataDirectory ?? (await makeTemporaryDirectory('postgres', options.temporaryIn))
  const cluster = { binaries, identity, directory, password: options.password ?? randomBytes(12).toString('hex') }
  const removeTemporaryData = async () => {
    if (temporary) await rm(directory, { recursive: true, force: true })
  }
  try {
    return await startCluster(cluster, options, removeTemporaryData)
  } catch (error) {
    await removeTemporaryData()
    throw error
  }
}

async function startCluster(
  cluster: Cluster,
  options: PostgresOptions,
  removeTemporaryData: () => Promise<void>,
): Promise<PostgresServer> {
  const { directory, identity, password } = cluster
  await mkdir(directory, { recursive: true, mode: 0o700 })
  if (identity !== undefined) await chown(directory, identity.uid, identity.gid)
  const isNew = (await readdir(directory)).length === 0
  if (isNew) await initialise(cluster)
  else await clearStaleServer(directory)
  const port = options.port ?? (await findFreePort())
  const running = await launch(cluster, port, options)
  const adminUrl = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`
  return {
    source: 'binary',
    url: await createDatabase(adminUrl, options.database ?? 'sluice'),
    adminUrl,
    port,
    createDatabase: (name) => createDatabase(adminUrl, name),
    stop: async () => {
      // SIGINT is PostgreSQL's fast shutdown: clients are cut, data is flushed.
      await running.end('SIGINT')
      await removeTemporaryData()
    },
  }
}

async function initialise(cluster: Cluster): Promise<void> {
  const { binaries, identity, directory, password } = cluster
  const secrets = await mkdtemp(join(tmpdir(), 'sluice-postgres-init-'))
  const passwordFile = join(secrets, 'password')
  try {
    await writeFile(passwordFile, password, { mode: 0o600 })
    if (identity !== undefined) {
      await chown(secrets, identity.uid, identity.gid)
      await chown(passwordFile, identity.uid, identity.gid)
    }
    const initdb = await startProcess({
      name: 'initdb',
      command: binaries.initdb,
      args: [
        `--pgdata=${directory}`,
        '--username=postgres',
        `--pwfile=${passwordFile}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        '--locale=C',
        '--no-sync',
      ],
      cwd: directory,
      identity,
      readyText: 'Success.',
    })
    const { code } = await initdb.exited
    if (code !== 0) throw new Error(`initdb ended with code ${code}.`)
  } finally {
    await rm(secrets, { recursive: true, force: true })
  }
}

function launch(cluster: Cluster, port: number, options: PostgresOptions): Promise<ManagedProcess> {
  const { binaries, identity, directory } = cluster
  const settings = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    shared_buffers: '32MB',
    lc_messages: 'C',
    // Data that is thrown away need not survive a power cut.
    ...(options.dataDirectory === undefined
      ? { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }
      : {}),
  }
  return startProcess({
    name: 'PostgreSQL',
    command: binaries.postgres,
    args: ['-D', directory, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    cwd: directory,
    identity,
    readyText: 'database system is ready to accept connections',
    logFile: options.logFile,
    ownSession: options.ownSession,
  })
}

/**
 * Deals with a `postmaster.pid` that a hard kill left behind: a server that still runs on this very folder is stopped,
 * and a file whose process id now belongs to something else is removed.
 */
async function clearStaleServer(directory: string): Promise<void> {
  const pidFile = join(directory, 'postmaster.pid')
  const text = await readFile(pidFile, 'utf8').catch(() => undefined)
  if (text === undefined) return
  const pid = Number(text.split('\n')[0])
  const commandLine = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  if (!commandLine.split('\0').includes(directory)) {
    if (process.platform === 'linux') await rm(pidFile, { force: true })
    return
  }
  process.kill(pid, 'SIGINT')
  const deadline = Date.now() + STALE_SERVER_GRACE_MS
  while (isProcessAlive(pid)) {
    if (Date.now() > deadline) throw new Error(`Process ${pid} still uses the database in ${directory}. End it first.`)
    await sleep(50)
  }
}
