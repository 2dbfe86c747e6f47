import { SluiceError } from '@sluice/contracts'
import type { Ending } from '../layer.ts'

/** How an exchange ended whose signal was aborted. A reason of the service's own, such as a freeze, is named. */
export function endingOfAbort({ reason }: AbortSignal): Ending {
  return reason instanceof SluiceError ? { outcome: 'aborted', code: reason.code } : { outcome: 'aborted' }
}
