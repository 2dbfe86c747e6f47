import { SluiceError } from '@sluice/contracts'
import type { Ending } from '../layer.ts'

/** How an exchange ended whose signal was aborted; a reason of ours, such as a freeze or a shutdown, is told. */
export function endingOfAbort({ reason }: AbortSignal): Ending {
  return reason instanceof SluiceError ? { outcome: 'aborted', code: reason.code } : { outcome: 'aborted' }
}
