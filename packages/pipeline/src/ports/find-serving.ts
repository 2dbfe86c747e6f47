import type { ModelRequest } from '../request/index.ts'
import type { ModelEndpoint } from './model-endpoint.ts'

/** An endpoint and the name under which it serves the model. */
export interface ServingEndpoint {
  readonly endpoint: ModelEndpoint
  readonly model: string
}

/**
 * Finds the endpoints that serve a model: for `gpt-5` each that lists it or has it as an alias, for `openai/gpt-5` the
 * endpoint `openai`.
 */
export function findServing(
  endpoints: readonly ModelEndpoint[],
  kind: ModelRequest['kind'],
  model: string,
): ServingEndpoint[] {
  const exact = endpoints.flatMap((endpoint) => servingAs(endpoint, kind, model))
  if (exact.length > 0) return exact
  const slash = model.indexOf('/')
  if (slash === -1) return []
  const name = model.slice(0, slash)
  const bare = model.slice(slash + 1)
  return endpoints.flatMap((endpoint) => (endpoint.name === name ? servingAs(endpoint, kind, bare) : []))
}

/** The names by which callers can ask an endpoint: models and aliases. Conversations of all wires have the same. */
export function namesFor(endpoint: ModelEndpoint, kind: ModelRequest['kind']): readonly string[] {
  const models = modelsFor(endpoint, kind)
  const aliases = Object.entries(endpoint.aliases ?? {}).filter(([, model]) => models.includes(model))
  return [...models, ...aliases.map(([alias]) => alias)]
}

function servingAs(endpoint: ModelEndpoint, kind: ModelRequest['kind'], name: string): readonly ServingEndpoint[] {
  const models = modelsFor(endpoint, kind)
  if (models.includes(name)) return [{ endpoint, model: name }]
  const model = endpoint.aliases && Object.hasOwn(endpoint.aliases, name) ? endpoint.aliases[name] : undefined
  return model !== undefined && models.includes(model) ? [{ endpoint, model }] : []
}

function modelsFor({ models }: ModelEndpoint, kind: ModelRequest['kind']): readonly string[] {
  if (kind === 'tool-call') return models.tools ?? []
  return kind === 'embeddings' ? models.embeddings : models.chat
}
