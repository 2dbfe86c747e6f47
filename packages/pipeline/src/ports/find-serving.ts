import type { ModelRequest } from '../request/index.ts'
import type { ModelEndpoint } from './model-endpoint.ts'

/** An endpoint and the name under which it serves the model. */
export interface ServingEndpoint {
  readonly endpoint: ModelEndpoint
  readonly model: string
}

/** Finds the endpoints that serve a model: for `gpt-5` each that lists it, for `openai/gpt-5` the endpoint `openai`. */
export function findServing(
  endpoints: readonly ModelEndpoint[],
  kind: ModelRequest['kind'],
  model: string,
): ServingEndpoint[] {
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
