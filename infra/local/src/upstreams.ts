import { demoModelName } from './demo-answer.ts'

/** One entry of the gateway's ENDPOINTS. */
export interface EndpointConfig {
  readonly name: string
  readonly baseUrl: string
  readonly apiKey?: string
  readonly permittedLevel: number
  readonly models: readonly string[]
}

type Environment = Readonly<Record<string, string | undefined>>

interface Provider {
  readonly name: string
  readonly keyVariable: string
  readonly baseUrl: string
  readonly baseUrlVariable?: string
  /** Offered when the provider's model list cannot be read. */
  readonly fallbackModels: readonly string[]
}

/** A model in the house may see everything; one outside sees, beyond tokens, nothing above payment data. */
const insideLevel = 7
const outsideLevel = 5
const modelListTimeoutMs = 5000
const maximumModels = 1000

const providers: readonly Provider[] = [
  {
    name: 'openai',
    keyVariable: 'OPENAI_API_KEY',
    baseUrl: 'https://api.openai.com/v1',
    baseUrlVariable: 'OPENAI_BASE_URL',
    fallbackModels: ['gpt-4o-mini', 'gpt-4o'],
  },
  {
    name: 'mistral',
    keyVariable: 'MISTRAL_API_KEY',
    baseUrl: 'https://api.mistral.ai/v1',
    fallbackModels: ['mistral-small-latest'],
  },
  {
    name: 'groq',
    keyVariable: 'GROQ_API_KEY',
    baseUrl: 'https://api.groq.com/openai/v1',
    fallbackModels: ['llama-3.1-8b-instant'],
  },
  {
    name: 'openrouter',
    keyVariable: 'OPENROUTER_API_KEY',
    baseUrl: 'https://openrouter.ai/api/v1',
    fallbackModels: ['openrouter/auto'],
  },
]

/** The endpoints of the local gateway: the real ones that the environment names, in order, then the demo model. */
export async function findEndpoints(environment: Environment, demoBaseUrl: string): Promise<EndpointConfig[]> {
  const real = await Promise.all([...providers.map((provider) => hosted(provider, environment)), ollama(environment)])
  const demo = { name: 'demo', baseUrl: demoBaseUrl, permittedLevel: insideLevel, models: [demoModelName] }
  return [...real.filter((endpoint) => endpoint !== undefined), demo]
}

async function hosted(provider: Provider, environment: Environment): Promise<EndpointConfig | undefined> {
  const apiKey = environment[provider.keyVariable]
  if (!apiKey) return undefined
  const configured = provider.baseUrlVariable === undefined ? undefined : environment[provider.baseUrlVariable]
  const baseUrl = (configured || provider.baseUrl).replace(/\/+$/, '')
  const listed = await listModels(baseUrl, apiKey)
  const models = listed.length > 0 ? listed : provider.fallbackModels
  return { name: provider.name, baseUrl, apiKey, permittedLevel: outsideLevel, models }
}

async function ollama(environment: Environment): Promise<EndpointConfig | undefined> {
  const host = environment.OLLAMA_HOST
  if (!host) return undefined
  const baseUrl = ollamaBaseUrl(host)
  const models = await listModels(baseUrl)
  // Without a model there is nothing to route to.
  return models.length > 0 ? { name: 'ollama', baseUrl, permittedLevel: insideLevel, models } : undefined
}

/** Reads OLLAMA_HOST as Ollama does: a host, `host:port` or a URL; the default port is 11434. */
export function ollamaBaseUrl(host: string): string {
  const url = new URL(host.includes('://') ? host : `http://${host}`)
  if (url.port === '' && url.protocol === 'http:') url.port = '11434'
  // 0.0.0.0 is where a server listens, not where a client connects.
  if (url.hostname === '0.0.0.0') url.hostname = '127.0.0.1'
  return `${url.origin}/v1`
}

/** The ids of `GET /models`; empty when the endpoint does not answer in time or not as OpenAI does. */
async function listModels(baseUrl: string, apiKey?: string): Promise<string[]> {
  try {
    const headers = apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }
    const response = await fetch(`${baseUrl}/models`, { headers, signal: AbortSignal.timeout(modelListTimeoutMs) })
    const body: unknown = await response.json()
    const data: unknown[] =
      typeof body === 'object' && body !== null && 'data' in body && Array.isArray(body.data) ? body.data : []
    return data
      .flatMap((model) => (typeof model === 'object' && model !== null && 'id' in model ? String(model.id) : []))
      .slice(0, maximumModels)
  } catch {
    return []
  }
}
