import { z } from 'zod'
import { DEMO_EMBEDDING_MODEL_NAME, DEMO_MODEL_NAME } from './demo-answer.ts'
import { type EndpointKind, readModels } from './read-models.ts'
import { describeUrl } from './urls.ts'

/** One entry of the gateway's registry of endpoints. */
export interface EndpointConfig {
  readonly name: string
  /** Whose wires it speaks; OpenAI-compatible where it is absent. */
  readonly kind?: EndpointKind
  readonly baseUrl: string
  /** The variable that holds the key. */
  readonly apiKey?: { readonly env: string }
  readonly permittedLevel: number
  /** For chat. */
  readonly models: readonly string[]
  readonly embeddingModels: readonly string[]
}

/** A real endpoint that the environment names; it may or may not answer. */
interface Upstream extends Omit<EndpointConfig, 'apiKey' | 'models' | 'embeddingModels'> {
  readonly apiKey?: string
  /** The variable that put it there. */
  readonly variable: string
  /** The variable that its address came from, where the user gave one. */
  readonly addressVariable?: string
}

type Environment = Readonly<Record<string, string | undefined>>

interface Provider {
  readonly name: string
  readonly keyVariable: string
  /** Of the provider's own address. Another address may be that of any compatible server. */
  readonly kind?: EndpointKind
  readonly baseUrl: string
  readonly baseUrlVariable?: string
}

/**
 * A model on this machine or beside it may see everything; one outside sees, beyond tokens, nothing above payment data.
 */
const INSIDE_LEVEL = 7
const OUTSIDE_LEVEL = 5

const PROVIDERS: readonly Provider[] = [
  {
    name: 'openai',
    keyVariable: 'OPENAI_API_KEY',
    kind: 'openai',
    baseUrl: 'https://api.openai.com/v1',
    baseUrlVariable: 'OPENAI_BASE_URL',
  },
  {
    name: 'anthropic',
    keyVariable: 'ANTHROPIC_API_KEY',
    kind: 'anthropic',
    baseUrl: 'https://api.anthropic.com/v1',
  },
  { name: 'mistral', keyVariable: 'MISTRAL_API_KEY', baseUrl: 'https://api.mistral.ai/v1' },
  { name: 'groq', keyVariable: 'GROQ_API_KEY', baseUrl: 'https://api.groq.com/openai/v1' },
  { name: 'openrouter', keyVariable: 'OPENROUTER_API_KEY', baseUrl: 'https://openrouter.ai/api/v1' },
]

/** The variables that choose the models of the local stack. */
export const UPSTREAM_VARIABLES: readonly string[] = [
  'ENDPOINTS',
  'ENDPOINTS_FILE',
  'OLLAMA_HOST',
  ...PROVIDERS.flatMap(({ keyVariable, baseUrlVariable = keyVariable }) => [keyVariable, baseUrlVariable]),
]

/**
 * The real endpoints that the environment names, in order of preference; none when the user sets ENDPOINTS or
 * ENDPOINTS_FILE.
 * Throws with the variable's name when an address cannot be one.
 */
export function readUpstreams(environment: Environment): readonly Upstream[] {
  if (environment.ENDPOINTS || environment.ENDPOINTS_FILE) return []
  const hosted = PROVIDERS.map((provider) => readHosted(provider, environment))
  return [...hosted, readOllama(environment)].filter((upstream) => upstream !== undefined)
}

/** The endpoints of the local gateway, and what there is to say about them, a line each. */
interface FoundEndpoints {
  readonly endpoints: readonly EndpointConfig[]
  readonly notices: readonly string[]
}

/** Asks each upstream for its models. One that cannot say them is left out with a notice; the demo model comes last. */
export async function findEndpoints(
  upstreams: readonly Upstream[],
  environment: Environment,
  demoBaseUrl: string,
): Promise<FoundEndpoints> {
  if (environment.ENDPOINTS_FILE) {
    return { endpoints: [], notices: ['ENDPOINTS_FILE is set: the demo model is not served.'] }
  }
  const own = environment.ENDPOINTS ? readOwnEndpoints(environment.ENDPOINTS) : undefined
  if (own !== undefined) return { endpoints: own, notices: ['ENDPOINTS is set: the demo model is not served.'] }
  const asked = await Promise.all(upstreams.map(askForModels))
  const demo = {
    name: 'demo',
    baseUrl: demoBaseUrl,
    permittedLevel: INSIDE_LEVEL,
    models: [DEMO_MODEL_NAME],
    embeddingModels: [DEMO_EMBEDDING_MODEL_NAME],
  }
  const ignored = environment.OPENAI_BASE_URL && !environment.OPENAI_API_KEY
  return {
    endpoints: [...asked.flatMap(({ endpoint }) => endpoint ?? []), demo],
    notices: [
      ...asked.map(({ notice }) => notice),
      ...(ignored ? ['OPENAI_BASE_URL is ignored, because OPENAI_API_KEY is not set.'] : []),
    ],
  }
}

async function askForModels(upstream: Upstream): Promise<{ endpoint?: EndpointConfig; notice: string }> {
  const { variable, addressVariable = variable, apiKey, ...endpoint } = upstream
  const { models, fault } = await readModels(upstream)
  const address = describeUrl(endpoint.baseUrl)
  if (fault !== undefined) {
    const notice = `${addressVariable}: ${address} gives no list of models (${fault}). ${endpoint.name} is left out.`
    return { notice }
  }
  const count = models.length === 1 ? '1 model' : `${models.length} models`
  return {
    endpoint: { ...endpoint, ...(apiKey === undefined ? {} : { apiKey: { env: variable } }), ...byKind(models) },
    notice: `${variable} is set: requests for ${count} go to ${address}.`,
  }
}

/** Names by which embedding models go; the list of models does not say what a model is for. */
const EMBEDDING_MODEL = /embed|(?:^|[/:-])(?:bge|e5|gte|all-minilm)(?:$|[:-])/i

function byKind(models: readonly string[]): Pick<EndpointConfig, 'models' | 'embeddingModels'> {
  const isEmbedding = (model: string) => EMBEDDING_MODEL.test(model)
  return { models: models.filter((model) => !isEmbedding(model)), embeddingModels: models.filter(isEmbedding) }
}

function readHosted(provider: Provider, environment: Environment): Upstream | undefined {
  const apiKey = environment[provider.keyVariable]
  if (!apiKey) return undefined
  const { name, keyVariable, baseUrlVariable } = provider
  const given = baseUrlVariable === undefined ? undefined : environment[baseUrlVariable]
  const upstream = { name, apiKey, permittedLevel: OUTSIDE_LEVEL, variable: keyVariable }
  const { kind, baseUrl } = provider
  if (baseUrlVariable === undefined || !given) {
    return { ...upstream, baseUrl, ...(kind === undefined ? {} : { kind }) }
  }
  const url = URL.parse(given)
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new Error(`${baseUrlVariable} must be an http or https URL, such as ${provider.baseUrl}, not ${given}`)
  }
  return { ...upstream, baseUrl: given.replace(/\/+$/, ''), addressVariable: baseUrlVariable }
}

function readOllama({ OLLAMA_HOST }: Environment): Upstream | undefined {
  if (!OLLAMA_HOST) return undefined
  return { name: 'ollama', baseUrl: ollamaBaseUrl(OLLAMA_HOST), permittedLevel: INSIDE_LEVEL, variable: 'OLLAMA_HOST' }
}

/**
 * Reads OLLAMA_HOST as Ollama does: a host, `host:port` or a URL; the default port is 11434. Throws on anything else.
 */
export function ollamaBaseUrl(host: string): string {
  const url = URL.parse(host.includes('://') ? host : `http://${host}`)
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new Error(`OLLAMA_HOST must be a host, host:port or an http URL, not ${host}`)
  }
  if (url.port === '' && url.protocol === 'http:') url.port = '11434'
  // 0.0.0.0 is where a server listens, not where a client connects.
  if (url.hostname === '0.0.0.0') url.hostname = '127.0.0.1'
  return `${url.origin}/v1`
}

const ownEndpointsSchema = z.array(
  z.looseObject({
    name: z.string(),
    baseUrl: z.string(),
    permittedLevel: z.number(),
    models: z.array(z.string()).default([]),
    embeddingModels: z.array(z.string()).default([]),
  }),
)

/** What the user gives the gateway, as far as the summary needs it. What is wrong with it the gateway says itself. */
function readOwnEndpoints(text: string): readonly EndpointConfig[] {
  try {
    return ownEndpointsSchema.parse(JSON.parse(text))
  } catch {
    return []
  }
}
