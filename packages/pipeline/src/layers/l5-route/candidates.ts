import type { Principal, SensitivityTile } from '@sluice/contracts'
import type { ModelEndpoint } from '../../ports/model-endpoint.ts'
import type { PolicySnapshot } from '../../ports/policy-decisions.ts'

/** An endpoint and the name under which it serves the model. */
export interface Candidate {
  readonly endpoint: ModelEndpoint
  readonly model: string
}

export type Candidates =
  | { readonly type: 'found'; readonly candidates: readonly Candidate[] }
  /** Nobody serves the model, or the caller may not use it: the same to the caller, so that names cannot be probed. */
  | { readonly type: 'no-model' }
  | { readonly type: 'none-compliant' }

/** The endpoints that may see this request, in the order in which they are configured. */
export function findCandidates(
  endpoints: readonly ModelEndpoint[],
  model: string,
  tile: SensitivityTile,
  principal: Principal,
  policy: PolicySnapshot,
): Candidates {
  const open = whoServes(endpoints, model).filter((candidate) => policy.mayUseModel(principal, candidate.model))
  if (open.length === 0) return { type: 'no-model' }
  const candidates = open.filter(({ endpoint }) => policy.mayRoute(tile, endpoint.permittedLevel))
  return candidates.length === 0 ? { type: 'none-compliant' } : { type: 'found', candidates }
}

/** `gpt-5` is served by every endpoint that lists it; `openai/gpt-5` asks for the endpoint `openai`. */
function whoServes(endpoints: readonly ModelEndpoint[], model: string): Candidate[] {
  const exact = endpoints.filter(({ models }) => models.includes(model))
  if (exact.length > 0) return exact.map((endpoint) => ({ endpoint, model }))
  const slash = model.indexOf('/')
  if (slash === -1) return []
  const name = model.slice(0, slash)
  const bare = model.slice(slash + 1)
  return endpoints
    .filter((endpoint) => endpoint.name === name && endpoint.models.includes(bare))
    .map((endpoint) => ({ endpoint, model: bare }))
}
