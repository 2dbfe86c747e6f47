import type { TrailRecord } from '@sluice/contracts'
import type { CountedRequests } from '@sluice/db'

/** How a layer ends a request that is not answered. */
const DECIDED = new Set(['deny', 'hold', 'error', 'timeout'])

/** The layers on the way of an answer to whoever asked. */
const WAY_BACK = new Set(['L4', 'L6', 'L7'])

/**
 * How a record counts among requests: how the request ended and, where it was not answered, the layer that decided so.
 * Undefined for what is no request to a model, and for an answer that was kept and is fetched again.
 */
export function countsOf(record: TrailRecord): CountedRequests | undefined {
  // Refusals of other services are no requests to a model.
  if (record.kind === 'refusals') {
    return record.service === undefined ? { outcome: 'refused', layer: '', requests: record.count } : undefined
  }
  if (record.kind !== 'request') return undefined
  const { outcome, cache_hit: isCached, layers } = record
  if (!isCached && isDelivery(layers)) return undefined
  if (outcome === 'answered') return { outcome: isCached ? 'cached' : outcome, layer: '', requests: 1 }
  const layer = layers.findLast((event) => DECIDED.has(event.outcome))?.layer ?? ''
  return { outcome, layer, requests: 1 }
}

/** Whether a kept answer was given out: no layer has looked at a request, and L4 has put values back. */
function isDelivery(layers: readonly { readonly layer: string }[]): boolean {
  return layers.some(({ layer }) => layer === 'L4') && layers.every(({ layer }) => WAY_BACK.has(layer))
}
