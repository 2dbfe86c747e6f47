import type { SensitivityTile } from '@sluice/contracts'
import type { Exchange } from '../../layer.ts'
import { findServing, type ServingEndpoint } from '../../ports/find-serving.ts'
import type { ModelRequest } from '../../request/index.ts'
import { decideOnRoute } from '../../run/decide-on-route.ts'

type Candidates =
  | { readonly type: 'found'; readonly candidates: readonly ServingEndpoint[] }
  /** Nobody serves the model. */
  | { readonly type: 'no-model' }
  /** The policies that keep the request from every endpoint that serves the model. */
  | { readonly type: 'none-compliant'; readonly policyIds: readonly string[] }

/** The endpoints that may see this request, in the order in which they are configured. */
export function findCandidates({ kind, body }: ModelRequest, tile: SensitivityTile, exchange: Exchange): Candidates {
  const { runtime } = exchange
  const serving = findServing(runtime.endpoints.endpoints, kind, body.model)
  if (serving.length === 0) return { type: 'no-model' }
  const refusedBy = new Set<string>()
  const candidates = serving.filter(({ endpoint }) => {
    const { effect, policyIds } = decideOnRoute(endpoint, tile, exchange)
    if (effect !== 'permit') for (const id of policyIds) refusedBy.add(id)
    return effect === 'permit'
  })
  return candidates.length === 0 ? { type: 'none-compliant', policyIds: [...refusedBy] } : { type: 'found', candidates }
}
