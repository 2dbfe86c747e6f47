import { queryOptions } from '@tanstack/react-query'
import { consoleHeaders } from './client.ts'
import { ApiProblem } from './problem.ts'
import { z } from './zod.ts'

/** One layer of the gateway and how long it worked on the request, in milliseconds. */
export interface LayerTime {
  readonly layer: string
  readonly ms: number
}

const violationShape = z.object({
  policy_id: z.string(),
  layer: z.string(),
  action: z.string(),
  severity: z.enum(['low', 'medium', 'high', 'critical']),
  message: z.string(),
})

const metadataShape = z.object({
  session_id: z.number(),
  layers_executed: z.array(z.string()),
  policy_violations: z.array(violationShape),
  approval_required: z.boolean(),
  approval_id: z.string().optional(),
  cache_hit: z.boolean(),
  sent: z.array(z.object({ path: z.string(), role: z.string().optional(), text: z.string() })).optional(),
  received: z.array(z.object({ part: z.number(), path: z.string(), text: z.string() })).optional(),
})

const completionShape = z.object({
  choices: z.array(z.object({ message: z.object({ content: z.string().nullable() }) })).min(1),
  service_metadata: metadataShape,
})

const refusalShape = z.object({
  error: z.object({
    code: z.string().nullish(),
    message: z.string(),
    policy_violations: z.array(violationShape).optional(),
  }),
})

export type Violation = z.infer<typeof violationShape>

/** What became of a prompt. */
export type PlayedPrompt = { readonly times: readonly LayerTime[] } & (
  | { readonly type: 'answered'; readonly answer: string; readonly metadata: z.infer<typeof metadataShape> }
  | {
      readonly type: 'refused'
      readonly code: string
      readonly message: string
      readonly violations: readonly Violation[]
    }
)

interface Prompt {
  readonly text: string
  readonly model: string
  /** A sample user; the person who is logged in without one. */
  readonly as: string | undefined
}

/** What was asked last, for whom it was answered, and what became of it. */
export interface PlayedLast {
  readonly played: PlayedPrompt
  readonly reader: string
}

/** Kept while the console is open, so that it is there when one comes back; it goes with the session. */
const KEPT = { staleTime: Number.POSITIVE_INFINITY, gcTime: Number.POSITIVE_INFINITY }

/** The prompt as it is written; `null` before somebody has changed it. */
export const promptQuery = queryOptions<string | null>({
  ...{ queryKey: ['playground', 'one', 'prompt'], queryFn: () => null, ...KEPT },
})

export const playedQuery = queryOptions<PlayedLast | null>({
  ...{ queryKey: ['playground', 'one', 'played'], queryFn: () => null, ...KEPT },
})

const GATEWAY = '/console/gateway/v1'

/**
 * Sends a prompt through the gateway.
 *
 * @throws {ApiProblem} Where the gateway cannot be reached or its answer cannot be read. A refusal is an outcome.
 */
export async function play({ text, model, as }: Prompt): Promise<PlayedPrompt> {
  const response = await fetchGateway('/chat/completions', as, {
    method: 'POST',
    body: JSON.stringify({ model, messages: [{ role: 'user', content: text }] }),
  })
  const body: unknown = await response.json().catch(() => undefined)
  const times = readServerTiming(response.headers.get('server-timing') ?? '')
  const completion = completionShape.safeParse(body)
  if (completion.success) {
    const { choices, service_metadata: metadata } = completion.data
    return { type: 'answered', times, answer: choices[0]?.message.content ?? '', metadata }
  }
  const refusal = refusalShape.safeParse(body)
  if (!refusal.success) throw new ApiProblem(response.status, body)
  const { code, message, policy_violations: violations = [] } = refusal.data.error
  return { type: 'refused', times, code: code ?? 'unknown', message, violations }
}

/**
 * The answer to a held request of one's own, as far as one may see it; `null` where it is fetched on another wire than
 * that of chat completions, or is not kept any more.
 */
export function heldAnswerQuery(approvalId: string) {
  return queryOptions({
    queryKey: ['playground', 'held', approvalId],
    queryFn: async ({ signal }): Promise<string | null> => {
      const response = await fetchGateway(`/chat/completions/chatcmpl-${approvalId}`, undefined, { signal })
      const body: unknown = await response.json().catch(() => undefined)
      const completion = completionShape.safeParse(body)
      if (completion.success) return completion.data.choices[0]?.message.content ?? ''
      if (response.status === 404) return null
      throw new ApiProblem(response.status, body)
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
}

const modelsShape = z.object({ data: z.array(z.object({ id: z.string(), serves: z.array(z.string()).optional() })) })

/** The models that a user may ask a prompt. */
export function modelsQuery(as: string | undefined) {
  return queryOptions({
    queryKey: ['playground', 'models', as ?? ''],
    queryFn: async ({ signal }) => {
      const response = await fetchGateway('/models', as, { signal })
      const body: unknown = await response.json().catch(() => undefined)
      const models = modelsShape.safeParse(body)
      if (!models.success) throw new ApiProblem(response.status, body)
      // One of an earlier gateway does not say what it serves.
      return models.data.data.filter(({ serves }) => serves?.includes('chat') ?? true).map(({ id }) => id)
    },
  })
}

async function fetchGateway(path: string, as: string | undefined, init: RequestInit): Promise<Response> {
  const headers = {
    ...consoleHeaders(),
    'content-type': 'application/json',
    // What went to the model, what came back, and no answer of before: a playground shows how one is made.
    ...{ 'x-show-sent': '1', 'x-show-received': '1', 'cache-control': 'no-store' },
    ...(as === undefined ? {} : { 'x-sluice-as': as }),
  }
  return await fetch(`${GATEWAY}${path}`, { ...init, headers }).catch((cause: unknown) => {
    if (cause instanceof DOMException && cause.name === 'AbortError') throw cause
    throw new ApiProblem(0, { title: 'The service could not be reached.', code: 'offline' })
  })
}

/** Reads `server-timing` (W3C): `L0;dur=0.05, L1;dur=0.2`. What has no duration is left out. */
export function readServerTiming(header: string): readonly LayerTime[] {
  return header.split(',').flatMap((entry) => {
    const [name = '', ...parameters] = entry.split(';').map((part) => part.trim())
    const written = parameters.find((parameter) => parameter.startsWith('dur='))?.slice('dur='.length)
    const ms = written === undefined || written === '' ? Number.NaN : Number(written)
    return name === '' || !Number.isFinite(ms) ? [] : [{ layer: name, ms }]
  })
}
