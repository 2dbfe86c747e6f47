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
  return [...namesOf(endpoint, kind).keys()]
}

function servingAs(endpoint: ModelEndpoint, kind: ModelRequest['kind'], name: string): readonly ServingEndpoint[] {
  const model = namesOf(endpoint, kind).get(name)
  return model === undefined ? [] : [{ endpoint, model }]
}

type NamedModels = ReadonlyMap<string, string>

/** Found once for each endpoint: a request must not go through a thousand names. */
const known = new WeakMap<ModelEndpoint, Map<readonly string[], NamedModels>>()

/** Each name with the model that it stands for. */
function namesOf(endpoint: ModelEndpoint, kind: ModelRequest['kind']): NamedModels {
  const models = modelsFor(endpoint, kind)
  let byModels = known.get(endpoint)
  if (byModels === undefined) {
    byModels = new Map()
    known.set(endpoint, byModels)
  }
  let names = byModels.get(models)
  if (names === undefined) {
    const served = new Map(models.map((model) => [model, model]))
    const aliases = Object.entries(endpoint.aliases ?? {}).filter(
      ([alias, model]) => served.has(model) && !served.has(alias),
    )
    for (const [alias, model] of aliases) served.set(alias, model)
    names = served
    byModels.set(models, names)
  }
  return names
}

const NO_TOOLS: readonly string[] = []

function modelsFor({ models }: ModelEndpoint, kind: ModelRequest['kind']): readonly string[] {
  if (kind === 'tool-call') return models.tools ?? NO_TOOLS
  return kind === 'embeddings' ? models.embeddings : models.chat
}
