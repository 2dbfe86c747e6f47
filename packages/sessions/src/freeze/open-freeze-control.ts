import type { RedisConfig } from '@sluice/redis'
import type { OpenContext } from '@sluice/service-kit/environment'
import { createFreezeControl, type FreezeControlOptions } from './create-freeze-control.ts'
import type { FreezeControl } from './freeze-control.ts'

/** Opens the freeze control of a service; what its callers are not told of goes to the log. */
export function openFreezeControl(
  { service, config, clock, logger, onClose }: OpenContext<RedisConfig>,
  parts: Pick<FreezeControlOptions, 'redis' | 'sessions' | 'outbox'>,
): FreezeControl {
  const control = createFreezeControl({
    ...parts,
    redisUrl: config.REDIS_URL,
    clock,
    service,
    onError: (err) => logger.error({ err }, 'freeze control failed'),
  })
  onClose('freeze control', () => control.close())
  return control
}
