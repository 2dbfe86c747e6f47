import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { CODENAMES_CHANNEL, reportVersion } from '@sluice/codename-store'
import { createCodenamesRepository, type Database } from '@sluice/db'
import type { OpenDataKeys } from '@sluice/keys'
import { createRefresher } from '@sluice/redis'
import type { BuildContext } from '@sluice/service-kit'
import type { Redis } from 'ioredis'
import type { GatewayConfig } from '../config.ts'
import { IndexWorker } from './index-worker.ts'
import { StoredCodenames } from './stored-codenames.ts'

type DataKeys = Pick<OpenDataKeys, 'dataKeys' | 'currentKeyId'>

/**
 * Opens the codenames of the gateway: they are known when the promise resolves, and follow every upload within seconds.
 * A gateway that cannot read them for the first time does not start. Throws `dependency_unavailable`.
 *
 * @param parts with the data keys, and the id of the one that seals now.
 */
export async function openCodenames(
  { config, clock, logger, metrics, onClose }: BuildContext<GatewayConfig>,
  { redis, database, dataKeys, currentKeyId }: { redis: Redis; database: Database } & DataKeys,
) {
  const configured = config.CODENAMES
  const codenames = new StoredCodenames({
    repository: createCodenamesRepository(database),
    configured,
    startWorker: () => new IndexWorker({ dataKeys, currentKeyId, classes: config.CODENAME_CLASSES, configured }),
    onUnusable: (tenant, err) => logger.error({ err, tenant }, 'codenames cannot be used: the tenant is refused'),
  })
  onClose('codenames', () => codenames.close())
  const gateway = `${hostname()}-${randomUUID().slice(0, 8)}`
  const refresher = createRefresher({
    redisUrl: config.REDIS_URL,
    channel: CODENAMES_CHANNEL,
    connectionName: 'sluice-gateway-codenames',
    clock,
    everyMs: config.CODENAME_REFRESH_MS,
    staleAfterMs: config.CODENAME_STALE_AFTER_MS,
    async read() {
      await codenames.read()
      for (const [tenant, version] of codenames.versions) {
        await reportVersion(redis, tenant, { gateway, version, atMs: clock.nowMs() })
      }
    },
    onError: (err) => logger.warn({ err }, 'codenames could not be read anew'),
  })
  onClose('readings of codenames', () => refresher.close())
  await refresher.start()
  metrics.gauge({
    name: 'sluice_codename_bytes',
    help: 'Memory that the indexes of codenames take, which all threads share.',
    collect() {
      this.set(codenames.bytes)
    },
  })
  return { codenames, checkReady: () => refresher.checkReady() }
}
