import type { SensitivityTile } from '@sluice/contracts'
import type { Exchange } from '../../layer.ts'
import type { ModelEndpoint } from '../../ports/model-endpoint.ts'
import type { ModelRequest } from '../../request/index.ts'

/** An endpoint and the name under which it serves the model. */
export interface Candidate {
  readonly endpoint: ModelEndpoint
  readonly model: string
}

export type Candidates =
  | { readonly type: 'found'; readonly candidates: readonly Candidate[] }
  /** Nobody serves the model. */
  | { readonly type: 'no-model' }
  /** The policies that keep the request from every endpoint that serves the model. */
  | { readonly type: 'none-compliant'; readonly policyIds: readonly string[] }

/** The endpoints that may see this request, in the order in which they are configured. */
export function findCandidates(
  endpoints: readonly ModelEndpoint[],
  { kind, body }: ModelRequest,
  tile: SensitivityTile,
  { origin, runtime }: Exchange,
): Candidates {
  const { principal } = origin
  const serving = findServing(endpoints, kind, body.model)
  if (serving.length === 0) return { type: 'no-model' }
  const refusedBy = new Set<string>()
  const candidates = serving.filter(({ endpoint: { name, permittedLevel } }) => {
    const resource = { endpoint: name, permittedLevel }
    const { effect, policyIds } = runtime.policy.decide({
      principal,
      action: 'route-to-endpoint',
      resource,
      context: { tile },
    })
    if (effect !== 'permit') for (const id of policyIds) refusedBy.add(id)
    return effect === 'permit'
  })
  return candidates.length === 0 ? { type: 'none-compliant', policyIds: [...refusedBy] } : { type: 'found', candidates }
}

/** Finds the endpoints that serve a model: for `gpt-5` each that lists it, for `openai/gpt-5` the endpoint `openai`. */
export function findServing(
  endpoints: readonly ModelEndpoint[],
  kind: ModelRequest['kind'],
  model: string,
): Candidate[] {
  const exact = endpoints.filter(({ models }) => models[kind].includes(model))
  if (exact.length > 0) return exact.map((endpoint) => ({ endpoint, model }))
  const slash = model.indexOf('/')
  if (slash === -1) return []
  const name = model.slice(0, slash)
  const bare = model.slice(slash + 1)
  return endpoints
    .filter((endpoint) => endpoint.name === name && endpoint.models[kind].includes(bare))
    .map((endpoint) => ({ endpoint, model: bare }))
}
