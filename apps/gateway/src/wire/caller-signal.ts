import type { ServerResponse } from 'node:http'
import { SluiceError } from '@sluice/contracts'

/**
 * A controller whose signal aborts with `request_aborted` when the caller leaves before the answer is complete. The
 * one signal goes from here to the upstream socket; others may abort it too, with a `SluiceError` as the reason.
 */
export function callerController(outgoing: ServerResponse): AbortController {
  const controller = new AbortController()
  outgoing.once('close', () => {
    if (!outgoing.writableFinished) controller.abort(new SluiceError('request_aborted'))
  })
  return controller
}
