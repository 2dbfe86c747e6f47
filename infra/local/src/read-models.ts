import { z } from 'zod'
import { describeFailure } from './describe-failure.ts'

const TIMEOUT_MS = 5_000
const MAXIMUM_MODELS = 1_000

const listSchema = z.object({ data: z.array(z.object({ id: z.string().min(1) })) })

/** The models of an endpoint, or why they could not be read. */
type ModelList =
  | { readonly models: readonly string[]; readonly fault?: undefined }
  | { readonly models?: undefined; readonly fault: string }

/** Kinds of endpoints that the gateway is told apart from those that are merely OpenAI-compatible. */
export type EndpointKind = 'openai' | 'anthropic'

interface ListingEndpoint {
  readonly kind?: EndpointKind
  readonly baseUrl: string
  readonly apiKey?: string
}

/** Reads the ids of `GET /models`, at most 1,000. Waits for 5 s. */
export async function readModels({ kind, baseUrl, apiKey }: ListingEndpoint): Promise<ModelList> {
  try {
    const headers = apiKey === undefined ? {} : credentials(apiKey, kind)
    const response = await fetch(`${baseUrl}/models`, { headers, signal: AbortSignal.timeout(TIMEOUT_MS) })
    if (!response.ok) {
      await response.body?.cancel()
      return { fault: `HTTP ${response.status}${response.status === 401 ? ', is the key right?' : ''}` }
    }
    const list = listSchema.safeParse(await response.json().catch(() => undefined))
    if (!list.success) return { fault: 'its answer is no list of models' }
    const models = list.data.data.map(({ id }) => id).slice(0, MAXIMUM_MODELS)
    return models.length === 0 ? { fault: 'it has none' } : { models }
  } catch (error) {
    const isLate = error instanceof Error && error.name === 'TimeoutError'
    return { fault: isLate ? `no answer within ${TIMEOUT_MS / 1000} s` : describeFailure(error) }
  }
}

function credentials(apiKey: string, kind: EndpointKind | undefined): Record<string, string> {
  if (kind !== 'anthropic') return { authorization: `Bearer ${apiKey}` }
  return { 'x-api-key': apiKey, 'anthropic-version': '2023-06-01' }
}
