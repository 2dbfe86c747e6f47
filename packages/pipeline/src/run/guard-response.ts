import { type CompletionChunk, SluiceError } from '@sluice/contracts'
import type { Exchange, ResponseLayer } from '../layer.ts'
import { DeadlineExceeded } from './abort-scope.ts'
import type { Journal } from './journal.ts'
import type { FailureObserver } from './run-request-layer.ts'
import { WorkClock } from './work-clock.ts'

/**
 * The stream as one layer of the way back leaves it. The layer has `timeoutMs` of work per chunk; waiting for the
 * model does not count. A layer that throws or takes too long ends the stream with a `SluiceError`, whatever its
 * `onError` says: bytes that a guard did not see cannot be let through in its place.
 */
export function guardAnswer(
  layer: ResponseLayer,
  chunks: AsyncIterable<CompletionChunk>,
  exchange: Exchange,
  journal: Journal,
  onFailure: FailureObserver,
): AsyncIterable<CompletionChunk> {
  const watch = new WorkClock(layer.timeoutMs, () => exchange.clock.monotonicMs())
  // Entered when the way back is laid, not when it is first read: reading begins at its far end.
  journal.entered(layer.id, () => watch.workedMs)
  return watched(layer, chunks, exchange, watch, onFailure)
}

function watched(
  layer: ResponseLayer,
  chunks: AsyncIterable<CompletionChunk>,
  exchange: Exchange,
  watch: WorkClock,
  onFailure: FailureObserver,
): AsyncIterableIterator<CompletionChunk> {
  const guarded = layer.guardResponse(watch.unwatched(chunks), exchange)[Symbol.asyncIterator]()
  const end = async (): Promise<IteratorReturnResult<undefined>> => {
    await guarded.return?.()
    return { done: true, value: undefined }
  }
  return {
    async next() {
      try {
        return await watch.next(guarded)
      } catch (cause) {
        // A stuck layer is left behind: waiting for it to clean up would hang the caller as well.
        const cleanedUp = end().catch(() => {})
        if (!(cause instanceof DeadlineExceeded)) await cleanedUp
        if (cause instanceof SluiceError || exchange.signal.aborted) throw cause
        onFailure(layer.id, exchange, cause)
        throw new SluiceError(cause instanceof DeadlineExceeded ? 'layer_timeout' : 'layer_failed', { cause })
      }
    },
    // Not a generator: one that was never read would not pass this on, and L6 must hear of every ending.
    return: end,
    [Symbol.asyncIterator]() {
      return this
    },
  }
}
