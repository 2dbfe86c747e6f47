import { SluiceError } from '@sluice/contracts'
import type { Ending, ExchangeRuntime } from '../layer.ts'

/**
 * How an exchange ended whose signal was aborted, or whose reader has left. A reason of the service's own, such as a
 * freeze, is named. Resolves when its record may be made.
 */
export async function endingOfAbort({
  signal,
  recordTurn,
}: Pick<ExchangeRuntime, 'signal' | 'recordTurn'>): Promise<Ending> {
  if (signal.aborted) await recordTurn?.()
  const { reason } = signal
  return reason instanceof SluiceError ? { outcome: 'aborted', code: reason.code } : { outcome: 'aborted' }
}
