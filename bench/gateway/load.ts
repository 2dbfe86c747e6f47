import { Pool } from 'undici'
import { CHAT, type LoadWire } from './load-wires.ts'

export interface Target {
  readonly origin: string
  readonly headers: Readonly<Record<string, string>>
  /** Chat completions where it says nothing else. */
  readonly wire?: LoadWire
  readonly model?: string
  /** What comes back of a prompt; by default the prompt. */
  readonly expectedAnswer?: (prompt: string) => string
}

interface LoadOptions {
  readonly connections: number
  readonly durationMs: number
  readonly stream: boolean
  /** A prompt for each request; the upstream answers with the prompt itself. */
  readonly nextPrompt: () => string
}

export interface LoadResult {
  readonly requests: number
  readonly errors: number
  readonly firstError?: string
  readonly elapsedMs: number
  /** To the last byte of each right answer. */
  readonly latenciesMs: readonly number[]
}

/** Closed-loop load: each connection sends its next request when it has its answer. Every answer is checked. */
export async function load(target: Target, options: LoadOptions): Promise<LoadResult> {
  const { connections, durationMs, nextPrompt, stream } = options
  const pool = new Pool(target.origin, { connections, pipelining: 1, allowH2: false, headersTimeout: 10_000 })
  const latenciesMs: number[] = []
  let errors = 0
  let firstError: string | undefined
  const startedMs = performance.now()
  const drive = async () => {
    while (performance.now() - startedMs < durationMs) {
      const sentMs = performance.now()
      const fault = await askOnce(pool, target, nextPrompt(), stream).catch((error: unknown) => String(error))
      if (fault === undefined) latenciesMs.push(performance.now() - sentMs)
      else {
        errors += 1
        firstError ??= fault
      }
    }
  }
  await Promise.all(Array.from({ length: connections }, drive))
  const elapsedMs = performance.now() - startedMs
  await pool.close()
  return {
    requests: latenciesMs.length,
    errors,
    elapsedMs,
    latenciesMs,
    ...(firstError !== undefined && { firstError }),
  }
}

/** Sends one request; gives what is wrong with the answer, if anything. */
async function askOnce(pool: Pool, target: Target, prompt: string, stream: boolean): Promise<string | undefined> {
  const { wire = CHAT, model = 'stub-model', expectedAnswer = (same: string) => same } = target
  const { statusCode, body } = await pool.request({
    method: 'POST',
    path: wire.path,
    headers: { 'content-type': 'application/json', ...target.headers },
    body: JSON.stringify({ model, ...wire.ask(prompt), ...(stream && { stream: true }) }),
  })
  const text = await body.text()
  if (statusCode !== 200) return `status ${statusCode}: ${text.slice(0, 300)}`
  const answer = stream ? wire.streamedText(text) : wire.jsonText(text)
  return answer === expectedAnswer(prompt) ? undefined : `a wrong answer: ${text.slice(0, 300)}`
}
