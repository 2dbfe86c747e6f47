import { type ControlRecord, controlRecordSchema, type Principal } from '@sluice/contracts'
import {
  createDirectorySyncRepository,
  createDirectoryUsersRepository,
  createUsersRepository,
  type Database,
  openDatabase,
} from '@sluice/db'
import { MIGRATED } from '@sluice/db/testing'
import { createRedisOutbox } from '@sluice/outbox'
import { readOutbox } from '@sluice/outbox/testing'
import { CommandBatcher, createRedis, waitForRedis } from '@sluice/redis'
import { systemClock } from '@sluice/service-kit'
import {
  connectSessions,
  createFreezeControl,
  createRedisSessionStore,
  createUnfreezers,
  type SessionStore,
} from '@sluice/sessions'
import { type PostgresServer, type RedisLease, startPostgres, startRedis } from '@sluice/testkit'
import type { Directory } from '../directories/directory.ts'
import { type SyncObservation, type SyncOptions, syncDirectory } from '../sync-directory.ts'

/** The stores of a test file. */
export interface SyncStores {
  readonly postgres: PostgresServer
  readonly redis: RedisLease
  /** A fresh database, and a flushed Redis. */
  open(): Promise<SyncStack>
  stop(): Promise<void>
}

/** Everything that a pull acts on, real: PostgreSQL, Redis, the session store and the freeze control. */
export interface SyncStack {
  readonly database: Database
  readonly databaseUrl: string
  readonly redisUrl: string
  readonly sessions: SessionStore
  readonly options: SyncOptions
  readonly users: ReturnType<typeof createUsersRepository>
  readonly syncs: SyncOptions['syncs']
  sync(directory: Directory, changes?: Partial<SyncOptions>): Promise<SyncObservation>
  /** Opens a session as a request of the user would. */
  openSession(sub: string): Promise<number>
  /** What a request of the user meets: `active`, `user_not_active`, `session_frozen`. The freeze is seen first. */
  stateOf(sub: string): Promise<string>
  /** The control records so far. */
  records(): Promise<ControlRecord[]>
  close(): Promise<void>
}

export const TENANT = 'acme'

/** Without `ownRedis` it is one of those that test files share; that one is stopped with the rest. */
export async function startSyncStores(ownRedis?: RedisLease): Promise<SyncStores> {
  const [postgres, redis] = await Promise.all([startPostgres(MIGRATED), ownRedis ?? startRedis()])
  return {
    postgres,
    redis,
    open: () => openSyncStack(postgres, redis),
    stop: async () => {
      await Promise.all([postgres.stop(), redis.stop()])
    },
  }
}

async function openSyncStack(postgres: PostgresServer, { url: redisUrl }: RedisLease): Promise<SyncStack> {
  const databaseUrl = await postgres.createDatabase()
  const database = openDatabase(databaseUrl)
  const redis = createRedis(redisUrl)
  await waitForRedis(redis, 10_000)
  await redis.flushdb()
  const sessions = createRedisSessionStore({ redis, idleTimeoutMs: 600_000 })
  const outbox = createRedisOutbox(new CommandBatcher(redis), { clock: systemClock })
  const connection = connectSessions({ redis, redisUrl, clock: systemClock, onError: () => undefined })
  const users = createUsersRepository(database)
  const unfreezers = createUnfreezers({ findActive: (tenant) => users.activeInGroups(tenant, ['role:ciso']), sessions })
  const freezeControl = createFreezeControl({
    unfreezers,
    connection,
    sessions,
    outbox,
    service: 'idp-sync',
    awaitDurable: false,
  })
  const syncs = createDirectorySyncRepository(database)
  const options: SyncOptions = {
    syncs,
    users: createDirectoryUsersRepository(database),
    sessions,
    freezeControl,
    outbox,
    clock: systemClock,
    limits: { maxShare: 0.2, minUsers: 10, windowMs: 86_400_000 },
    pullTimeoutMs: 20_000,
    fullPullEveryMs: 86_400_000,
    holdMs: 3_600_000,
    observe: () => {},
  }
  return {
    database,
    databaseUrl,
    redisUrl,
    sessions,
    options,
    users,
    syncs,
    sync: async (directory, changes = {}) => {
      const signal = new AbortController().signal
      const observation = await syncDirectory(directory, 'schedule', { ...options, ...changes }, signal)
      if (observation === undefined) throw new Error('another pull is at work')
      return observation
    },
    openSession: async (sub) => (await sessions.resolve({ principal: principalOf(sub) })).id,
    stateOf: async (sub) => {
      const resolved = sessions.resolve({ principal: principalOf(sub) })
      const state = await resolved.then(
        (session) => session.state,
        (error: { code: string }) => error.code,
      )
      if (state !== 'active') return state
      return (await users.find(TENANT, sub))?.active === true ? 'active' : 'user_not_active'
    },
    records: async () => {
      const records = await readOutbox(redis)
      return records.filter(({ kind }) => kind === 'control').map((record) => controlRecordSchema.parse(record))
    },
    close: async () => {
      freezeControl.close()
      redis.disconnect()
      await database.close()
    },
  }
}

function principalOf(sub: string): Principal {
  return { tenant: TENANT, sub, username: sub, groups: [], roles: [], departments: [], client: 'tests' }
}
