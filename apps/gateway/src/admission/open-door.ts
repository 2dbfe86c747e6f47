import type { BuildContext } from '@sluice/service-kit'
import type { GatewayConfig } from '../config.ts'
import type { Dependencies } from '../dependencies.ts'
import type { RequestObserver } from '../observation/request-observer.ts'
import { Door } from './door.ts'
import { TurnedAwayLog } from './turned-away-log.ts'

/** Opens the door of the gateway, which counts and logs whom it turns away. */
export function openDoor(
  { clock, config, logger, metrics, onClose }: BuildContext<GatewayConfig>,
  { quotas }: Pick<Dependencies, 'quotas'>,
  observer: RequestObserver,
): Door {
  const log = new TurnedAwayLog(logger)
  onClose('log of who was turned away', () => log.stop())
  return new Door({
    clock,
    longestWaitMs: config.OVERLOAD_WAIT_MS,
    onTurnedAway: ({ tenant, sub, kind, method, route, status, durationMs }) => {
      quotas.noteOverload()
      metrics.observeRequest(method, route, status, durationMs)
      observer.turnedAway(tenant, kind)
      log.note(tenant, sub)
    },
  })
}
