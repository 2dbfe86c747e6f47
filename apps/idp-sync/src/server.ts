import { groupsOfRole } from '@sluice/auth'
import {
  createDirectorySyncRepository,
  createDirectoryUsersRepository,
  createUsersRepository,
  openMigratedDatabase,
} from '@sluice/db'
import { openOutbox } from '@sluice/outbox'
import { CommandBatcher, checkRedis, openRedis, publishServiceState } from '@sluice/redis'
import { type BuildContext, type ServiceDefinition, VERSION } from '@sluice/service-kit'
import { singleFlight } from '@sluice/service-kit/async'
import { createRedisSessionStore, createUnfreezers, openFreezeControl } from '@sluice/sessions'
import { type IdpSyncConfig, idpSyncConfigSchema } from './config.ts'
import type { Directory } from './directories/directory.ts'
import { createSyncObserver } from './observe-sync.ts'
import { openDirectory } from './open-directory.ts'
import { type SyncOptions, syncDirectory } from './sync-directory.ts'
import { openSyncQueue } from './sync-queue.ts'

/** The longest statement that reads or writes users, a thousand or more at a time. */
const STATEMENT_TIMEOUT_MS = 30_000

/** The identity sync as a service: what it opens, and in which order it closes. */
export const idpSyncService: ServiceDefinition<IdpSyncConfig> = {
  name: 'idp-sync',
  info: {
    title: 'Sluice identity sync',
    version: VERSION,
    description:
      'Pulls directories. Its state is shown by the admin service at `GET /admin/idp-sync`; it has no routes of its own.',
  },
  configSchema: idpSyncConfigSchema,
  docs: {
    title: 'the identity sync',
    notes: ['The members of `DIRECTORIES`, and what happens to users, are in [identity-sync.md](../identity-sync.md).'],
  },
  async build(context) {
    const { config, logger, clock, metrics } = context
    const [redis, database] = await Promise.all([
      openRedis(context),
      openMigratedDatabase(context, {
        statementTimeoutMs: STATEMENT_TIMEOUT_MS,
        // Each pull holds one connection for its lock.
        maxConnections: 2 * config.DIRECTORIES.length + 4,
      }),
    ])
    publishServiceState(context, redis)
    const outbox = await openOutbox(context, { redis, commands: new CommandBatcher(redis) })
    const sessions = createRedisSessionStore({ redis })
    const users = createUsersRepository(database)
    const share = singleFlight<string, string[]>()
    const unfreezers = createUnfreezers({
      // One look-up for all who are frozen at once.
      findActive: (tenant) => share(tenant, () => users.activeInGroups(tenant, groupsOfRole(config, 'ciso'))),
      sessions,
    })
    const freezeControl = openFreezeControl(context, { redis, sessions, outbox, awaitDurable: false, unfreezers })
    const options: SyncOptions = {
      sessions,
      freezeControl,
      outbox,
      clock,
      syncs: createDirectorySyncRepository(database),
      users: createDirectoryUsersRepository(database),
      limits: {
        maxShare: config.IDP_SYNC_MAX_REVOKED_PERCENT / 100,
        minUsers: config.IDP_SYNC_MIN_HELD_USERS,
        windowMs: config.IDP_SYNC_REVOKED_WINDOW_MS,
      },
      pullTimeoutMs: config.IDP_SYNC_PULL_TIMEOUT_MS,
      fullPullEveryMs: config.IDP_SYNC_FULL_PULL_MS,
      holdMs: config.IDP_SYNC_HOLD_MS,
      observe: createSyncObserver(logger, metrics),
    }
    openQueue(context, openDirectories(context), options)
    return {
      checks: {
        redis: () => checkRedis(redis),
        outbox: () => outbox.checkReady('control'),
        postgres: () => database.checkReady(),
      },
    }
  },
}

function openDirectories({ config, clock, logger, onClose }: BuildContext<IdpSyncConfig>): Map<string, Directory> {
  const directories = new Map<string, Directory>()
  for (const entry of config.DIRECTORIES) {
    const { name, kind, tenant } = entry
    const options = { clock, random: Math.random, maxUsers: config.IDP_SYNC_MAX_USERS }
    const directory = openDirectory(entry, options)
    onClose(`directory ${name}`, () => directory.close())
    directories.set(name, directory)
    logger.info({ directory: name, kind, tenant }, 'directory configured')
  }
  if (directories.size === 0) logger.warn('no directory is configured: nobody is pulled')
  return directories
}

/** A stop aborts the pulls that run: they change nothing, and another replica takes over. */
function openQueue(
  { config, clock, logger, onClose }: BuildContext<IdpSyncConfig>,
  directories: ReadonlyMap<string, Directory>,
  options: SyncOptions,
): void {
  const stopping = new AbortController()
  const queue = openSyncQueue({
    redisUrl: config.REDIS_URL,
    directories: [...directories.keys()],
    intervalMs: config.IDP_SYNC_INTERVAL_MS,
    syncs: options.syncs,
    clock,
    onError: (error) => logger.warn({ err: error }, 'job queue'),
    pull: async (name, trigger) => {
      const directory = directories.get(name)
      if (directory === undefined) return true
      return (await syncDirectory(directory, trigger, options, stopping.signal)) !== undefined
    },
  })
  onClose('job queue', async () => {
    stopping.abort()
    await queue.close()
  })
}
