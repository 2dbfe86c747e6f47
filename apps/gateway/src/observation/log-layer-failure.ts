import { ERRORS, type LayerId, SluiceError } from '@sluice/contracts'
import type { Logger } from '@sluice/service-kit'

/** Why a layer failed goes to the log, with ids and the cause, and nowhere else. */
export function logLayerFailure(logger: Logger, layer: LayerId, requestId: string, cause: unknown): void {
  // What the caller must change or wait for is no failure of the gateway.
  if (cause instanceof SluiceError && ERRORS[cause.code].status < 500) {
    logger.info({ requestId, layer, code: cause.code }, 'layer refused')
    return
  }
  logger.error({ requestId, layer, err: cause }, 'layer failed')
}
