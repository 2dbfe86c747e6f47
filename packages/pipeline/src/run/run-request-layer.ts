import { type LayerId, type Refusal, SluiceError } from '@sluice/contracts'
import type { RequestLayerId } from '../facts.ts'
import type { Awaitable, Decision, Exchange, Layers } from '../layer.ts'
import type { ModelRequest } from '../request/model-request.ts'
import { DeadlineExceeded } from './abort-scope.ts'

/** Receives why a layer failed: for the log, never for the caller. Must not throw. */
export type FailureObserver = (layer: LayerId, exchange: Exchange, cause: unknown) => void

export interface LayerResult {
  readonly layer: RequestLayerId
  readonly decision: Decision
  /** As the exchange's clock counts, `monotonicMs`. */
  readonly startedMs: number
  readonly durationMs: number
  /** Set when the layer itself failed, which the decision then denies for. */
  readonly failure?: 'error' | 'timeout'
}

/**
 * Runs one layer of the request side. A layer that throws, returns nonsense or takes too long denies; a `SluiceError`
 * keeps its code. Returns at once where the layer does. Throws or rejects only when the exchange is aborted.
 */
export function runRequestLayer<Id extends RequestLayerId>(
  layer: Pick<Layers[Id], 'id' | 'timeoutMs'> & {
    decide(request: ModelRequest, exchange: Exchange): Awaitable<Decision>
  },
  request: ModelRequest,
  exchange: Exchange,
  onFailure: FailureObserver,
): Awaitable<LayerResult> {
  const { clock, signal } = exchange.runtime
  const startedMs = clock.monotonicMs()
  const decided = (decision: Decision): LayerResult => {
    if (!DECISION_TYPES.has(decision?.type)) return failed(new TypeError('The layer returned no decision.'))
    return { layer: layer.id, decision, startedMs, durationMs: clock.monotonicMs() - startedMs }
  }
  const failed = (cause: unknown): LayerResult => {
    if (signal.aborted) throw signal.reason
    onFailure(layer.id, exchange, cause)
    return {
      layer: layer.id,
      decision: { type: 'deny', refusal: refusalOf(cause) },
      startedMs,
      durationMs: clock.monotonicMs() - startedMs,
      failure: cause instanceof DeadlineExceeded ? 'timeout' : 'error',
    }
  }
  try {
    const result = layer.decide(request, exchange)
    return result instanceof Promise
      ? exchange.scope.wait(result, layer.timeoutMs).then(decided, failed)
      : decided(result)
  } catch (cause) {
    return failed(cause)
  }
}

const DECISION_TYPES: ReadonlySet<Decision['type']> = new Set(['allow', 'transform', 'answer', 'hold', 'deny'])

/** What the caller learns of a layer that failed: a `SluiceError`'s own words, else only that it failed. */
export function refusalOf(cause: unknown): Refusal {
  if (cause instanceof SluiceError) return cause.refusal
  return { code: cause instanceof DeadlineExceeded ? 'layer_timeout' : 'layer_failed' }
}
