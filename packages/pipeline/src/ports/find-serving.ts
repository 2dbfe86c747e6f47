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
  const exact = endpoints.filter((endpoint) => modelsFor(endpoint, kind).includes(model))
  if (exact.length > 0) return exact.map((endpoint) => ({ endpoint, model }))
  const slash = model.indexOf('/')
  if (slash === -1) return []
  const name = model.slice(0, slash)
  const bare = model.slice(slash + 1)
  return endpoints
    .filter((endpoint) => endpoint.name === name && modelsFor(endpoint, kind).includes(bare))
    .map((endpoint) => ({ endpoint, model: bare }))
}

/** The models that an endpoint serves for requests of this kind. Conversations of all wires have the same. */
export function modelsFor({ models }: ModelEndpoint, kind: ModelRequest['kind']): readonly string[] {
  return kind === 'embeddings' ? models.embeddings : models.chat
}
