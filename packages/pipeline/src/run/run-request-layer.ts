import { type ChatRequest, type LayerId, type Refusal, SluiceError } from '@sluice/contracts'
import type { Decision, Exchange, RequestLayer } from '../layer.ts'
import { AbortScope, DeadlineExceeded } from './abort-scope.ts'

/** Learns why a layer failed: for the log, never for the caller. Must not throw. */
export type FailureObserver = (layer: LayerId, exchange: Exchange, cause: unknown) => void

export interface LayerResult {
  readonly layer: LayerId
  readonly decision: Decision
  readonly durationMs: number
  /** Set when the layer itself failed and the decision is what its `onError` made of that. */
  readonly failure?: 'error' | 'timeout'
}

/**
 * Runs one layer of the way to the model. A layer that throws, answers nonsense or takes too long decides `deny`, or
 * `allow` where its `onError` says so. A `SluiceError` keeps its code. Rejects only when the exchange is aborted.
 *
 * @param scope one for all layers of a request; a single run may leave it out.
 */
export async function runRequestLayer(
  layer: RequestLayer,
  request: ChatRequest,
  exchange: Exchange,
  onFailure: FailureObserver,
  scope: AbortScope = new AbortScope(exchange.signal),
): Promise<LayerResult> {
  const startedMs = exchange.clock.monotonicMs()
  const elapsedMs = () => exchange.clock.monotonicMs() - startedMs
  try {
    const decision = await scope.for(layer.inspectRequest(request, exchange), layer.timeoutMs)
    if (!DECISION_TYPES.has(decision?.type)) throw new TypeError('The layer returned no decision.')
    return { layer: layer.id, decision, durationMs: elapsedMs() }
  } catch (cause) {
    if (exchange.signal.aborted) throw exchange.signal.reason
    onFailure(layer.id, exchange, cause)
    return {
      layer: layer.id,
      decision: layer.onError === 'allow' ? { type: 'allow' } : { type: 'deny', refusal: refusalOf(cause) },
      durationMs: elapsedMs(),
      failure: cause instanceof DeadlineExceeded ? 'timeout' : 'error',
    }
  }
}

const DECISION_TYPES: ReadonlySet<Decision['type']> = new Set(['allow', 'transform', 'answer', 'hold', 'deny'])

/** What the caller is told of a layer that failed: a `SluiceError`'s own words, else only that it failed. */
export function refusalOf(cause: unknown): Refusal {
  if (cause instanceof SluiceError) return cause.refusal
  return { code: cause instanceof DeadlineExceeded ? 'layer_timeout' : 'layer_failed' }
}
