import type { RedisConfig } from '@sluice/redis'
import type { OpenContext } from '@sluice/service-kit/environment'
import type { Redis } from 'ioredis'
import { connectSessions } from '../store/session-connection.ts'
import { createFreezeControl, type FreezeControlOptions } from './create-freeze-control.ts'
import type { FreezeControl } from './freeze-control.ts'

/**
 * Opens the freeze control of a service and closes it with the service. Failures without a caller are logged. With
 * `unfreezers`, a metric tells whether one of them is left.
 */
export function openFreezeControl(
  { service, config, clock, logger, metrics, onClose }: OpenContext<RedisConfig>,
  options: Pick<FreezeControlOptions, 'sessions' | 'outbox' | 'idleTimeoutMs' | 'awaitDurable' | 'unfreezers'> & {
    readonly redis: Redis
  },
): FreezeControl {
  const { redis, ...rest } = options
  const onError = (err: Error) => logger.error({ err }, 'freeze control failed')
  const connection = connectSessions({ redis, redisUrl: config.REDIS_URL, clock, onError })
  const missing =
    rest.unfreezers &&
    metrics.gauge({
      name: 'sluice_tenants_without_ciso',
      help: 'Tenants whose last active CISO was frozen, as far as this process has seen.',
    })
  const onUnfreezersMissing = (tenants: number) => missing?.set(tenants)
  const control = createFreezeControl({ ...rest, connection, service, onUnfreezersMissing })
  onClose('freeze control', () => control.close())
  return control
}
