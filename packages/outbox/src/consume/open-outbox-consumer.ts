import { randomUUID } from 'node:crypto'
import type { RedisConfig } from '@sluice/redis'
import type { OpenContext } from '@sluice/service-kit/environment'
import type { OutboxConfig } from '../config.ts'
import { type OutboxConsumerOptions, startOutboxConsumer } from './outbox-consumer.ts'

interface OpenConsumerOptions extends Pick<OutboxConsumerOptions, 'group' | 'handle' | 'onError'> {
  /** Names the closing step, for example `audit writer`. */
  readonly name: string
}

/** Consumes the outbox of a service for one group, until the service stops. */
export function openOutboxConsumer(
  { config, service, clock, onClose }: OpenContext<RedisConfig & Pick<OutboxConfig, 'OUTBOX_SHARDS'>>,
  { name, ...options }: OpenConsumerOptions,
): void {
  const consumer = startOutboxConsumer({
    ...options,
    clock,
    redisUrl: config.REDIS_URL,
    shards: config.OUTBOX_SHARDS,
    holder: randomUUID(),
    connectionName: `sluice-${service}-${options.group}`,
  })
  onClose(name, () => consumer.close())
}
