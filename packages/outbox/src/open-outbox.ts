import type { Clock } from '@sluice/contracts'
import type { CommandBatcher, RedisConfig } from '@sluice/redis'
import { ConfigError, type OpenContext } from '@sluice/service-kit/environment'
import type { Redis } from 'ioredis'
import type { OutboxConfig } from './config.ts'
import { publishMeasurements } from './measure/publish-measurements.ts'
import { createRedisOutbox, type Outbox } from './redis-outbox.ts'
import { agreeOnShards } from './shard-count.ts'
import { commonKey, KEY_PREFIX } from './shards.ts'
import { StrictDurability } from './strict-durability.ts'

interface OutboxConnection {
  readonly redis: Redis
  readonly commands: CommandBatcher
}

type Config = RedisConfig & OutboxConfig

/**
 * Opens a service's outbox, and shows in its metrics what waits there and for whom. Throws a `ConfigError` where the
 * records are spread over another number of shards, or where Redis cannot keep them as `OUTBOX_DURABILITY` says.
 */
export async function openOutbox(context: OpenContext<Config>, connection: OutboxConnection): Promise<Outbox> {
  const { config, clock, service, onClose } = context
  const shards = await agreeOnShards(connection.redis, KEY_PREFIX, config.OUTBOX_SHARDS)
  if (shards !== config.OUTBOX_SHARDS) {
    const message = `is ${config.OUTBOX_SHARDS} here, and records are spread over ${shards} shards in Redis`
    throw new ConfigError([{ variable: 'OUTBOX_SHARDS', message }])
  }
  const opened = await openOutboxWith({ config, clock, service }, connection)
  onClose('outbox', () => opened.close())
  publishMeasurements(context, connection.redis, { keyPrefix: KEY_PREFIX, shards })
  return opened.outbox
}

interface OpenedOutbox {
  readonly outbox: Outbox
  close(): void
}

/** The same for a command: it has no metrics, and as many shards as the services have. The caller closes it. */
export async function openOutboxWith(
  { config, clock, service }: { readonly config: Config; readonly clock: Clock; readonly service: string },
  { redis, commands }: OutboxConnection,
): Promise<OpenedOutbox> {
  const shards = await agreeOnShards(redis, KEY_PREFIX, config.OUTBOX_SHARDS)
  const strict = await openStrictDurability(config, service)
  const outbox = createRedisOutbox(commands, {
    clock,
    shards,
    keyPrefix: KEY_PREFIX,
    maxRecords: config.OUTBOX_MAX_RECORDS,
    maxBytes: config.OUTBOX_MAX_BYTES,
    controlReserve: config.OUTBOX_CONTROL_RESERVE_PERCENT / 100,
    sequenceMs: config.OUTBOX_SEQUENCE_MS,
    ...(strict === undefined ? {} : { awaitDurable: () => strict.wait() }),
  })
  return { outbox, close: () => strict?.close() }
}

async function openStrictDurability(
  { OUTBOX_DURABILITY: mode, REDIS_URL: redisUrl }: Config,
  service: string,
): Promise<StrictDurability | undefined> {
  if (mode === 'memory') return undefined
  const mark = commonKey(KEY_PREFIX, 'durable-mark')
  const strict = new StrictDurability({ redisUrl, mode, connectionName: `sluice-${service}-durability`, mark })
  const fault = await strict.findFault()
  if (fault === undefined) return strict
  strict.close()
  throw new ConfigError([{ variable: 'OUTBOX_DURABILITY', message: `${mode} ${fault}` }])
}
