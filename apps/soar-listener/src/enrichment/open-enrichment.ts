import { createSoarDeliveriesRepository, type Database } from '@sluice/db'
import { openOutboxConsumer } from '@sluice/outbox'
import { ReceiverWatch } from '@sluice/redis'
import type { BuildContext } from '@sluice/service-kit'
import { ConfigError } from '@sluice/service-kit/environment'
import type { Redis } from 'ioredis'
import type { SoarListenerConfig } from '../config.ts'
import { findAnomalies } from './find-anomalies.ts'
import { postMessage } from './post-message.ts'
import { createRecentMarks } from './recent-marks.ts'

/** The consumer group of the outbox that anomalies are found by. */
const GROUP = 'soar'
const CONCURRENCY = 4

/**
 * Finds anomalies in all records and posts them to the SOAR system, where `SOAR_WEBHOOK_URL` names it: a record leaves
 * the outbox when its anomalies are in PostgreSQL, and they are tried from there until they are taken or given up.
 *
 * @returns what is seen of the SOAR system; nothing where none is named.
 */
export async function openEnrichment(
  context: BuildContext<SoarListenerConfig>,
  { redis, database }: { readonly redis: Redis; readonly database: Database },
): Promise<readonly ReceiverWatch[]> {
  const { config, clock, logger, metrics, onClose } = context
  const { SOAR_WEBHOOK_URL: url, SOAR_WEBHOOK_SECRETS: secrets } = config
  if (url === undefined) return []
  if (secrets === undefined) {
    throw new ConfigError([{ variable: 'SOAR_WEBHOOK_SECRETS', message: 'is required with SOAR_WEBHOOK_URL' }])
  }
  const deliveries = createSoarDeliveriesRepository(database)
  const found = metrics.counter({
    name: 'sluice_soar_anomalies_total',
    help: 'Anomalies that were found.',
    labelNames: ['anomaly'],
  })
  const attempts = metrics.counter({
    name: 'sluice_soar_deliveries_total',
    help: 'Attempts to post an anomaly: delivered, failed (tried again), or dead (given up).',
    labelNames: ['result'],
  })
  const watch = new ReceiverWatch(url, clock)
  // The queue's library is a third of what this service would load, and most have no SOAR system to post to.
  const { startDeliveryQueue } = await import('./delivery-queue.ts')
  const queue = startDeliveryQueue({
    ...{ redisUrl: config.REDIS_URL, deliveries, clock, concurrency: CONCURRENCY },
    post: async (message) => {
      const result = await postMessage(message, { url, secrets }, new Date(clock.nowMs()))
      if (result.outcome === 'delivered') watch.taken()
      else watch.failed(result.status)
      return result
    },
    ...{ attempts: config.SOAR_WEBHOOK_ATTEMPTS, backoffMs: config.SOAR_WEBHOOK_BACKOFF_MS },
    onResult: (result) => attempts.inc({ result }),
    onError: (err) => logger.warn({ err }, 'queue of anomalies'),
  })
  onClose('queue of anomalies', () => queue.close())

  const marks = createRecentMarks(redis, config.ANOMALY_WINDOW_MS)
  openOutboxConsumer(context, {
    name: 'anomalies',
    group: GROUP,
    handle: async (entries) => {
      for (const { record } of entries) {
        if (record === undefined) continue
        for (const anomaly of await findAnomalies(record, marks, config)) {
          const { id, tenant, anomaly: kind } = anomaly.data
          await deliveries.add({ id, tenant, type: anomaly.type, body: anomaly, createdAt: new Date(clock.nowMs()) })
          found.inc({ anomaly: kind })
        }
      }
    },
    onError: (err) => logger.error({ err }, 'anomalies are not being looked for; records wait in the outbox'),
  })
  return [watch]
}
