import { setTimeout as sleep } from 'node:timers/promises'
import { readBounded } from '@sluice/service-kit/async'
import { request } from 'undici'
import type { z } from 'zod'
import { KeyProviderError } from '../key-provider.ts'

/** What a provider is asked. */
interface Asking {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** Sent as JSON. */
  readonly body: string
}

export interface AskOptions {
  /** How long one attempt may take, in milliseconds; 5,000 by default. */
  readonly timeoutMs?: number | undefined
  /** How long to wait before the second attempt, in milliseconds, and twice that before the third; 500 by default. */
  readonly retryMs?: number | undefined
}

const ATTEMPTS = 3
const TIMEOUT_MS = 5_000
const RETRY_MS = 500
const MAX_ANSWER_BYTES = 65_536

/**
 * Posts JSON and reads JSON. What may pass is tried three times: no answer, a status of 5xx, 408 or 429. No redirect is
 * followed: it would take the credentials elsewhere.
 *
 * @param make writes the request anew for each attempt, because signatures and tokens end.
 * @throws KeyProviderError
 */
export async function askProvider<Answer>(
  make: () => Promise<Asking>,
  schema: z.ZodType<Answer>,
  { timeoutMs = TIMEOUT_MS, retryMs = RETRY_MS }: AskOptions = {},
): Promise<Answer> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await askOnce(await make(), schema, timeoutMs)
    } catch (error) {
      const mayPass = error instanceof KeyProviderError && error.fault === 'unavailable'
      if (!mayPass || attempt === ATTEMPTS) throw error
      await sleep(attempt * retryMs)
    }
  }
}

async function askOnce<Answer>(asking: Asking, schema: z.ZodType<Answer>, timeoutMs: number): Promise<Answer> {
  const { status, text } = await send(asking, timeoutMs)
  if (status === 408 || status === 429 || status >= 500) throw new KeyProviderError('unavailable', `status ${status}`)
  if (status !== 200) throw new KeyProviderError('refused', `status ${status}`)
  const answer = schema.safeParse(parsed(text))
  if (answer.success) return answer.data
  throw new KeyProviderError('malformed', 'its answer has another form than documented')
}

async function send({ url, headers, body }: Asking, timeoutMs: number) {
  try {
    const response = await request(url, {
      ...{ method: 'POST', headers, body },
      signal: AbortSignal.timeout(timeoutMs),
    })
    const tooLong = () => new KeyProviderError('malformed', 'its answer is too long')
    const text = await readBounded(response.body, MAX_ANSWER_BYTES, tooLong)
    return { status: response.statusCode, text: text.toString('utf8') }
  } catch (error) {
    if (error instanceof KeyProviderError) throw error
    throw new KeyProviderError('unavailable', `no answer${codeOf(error)}`, { cause: error })
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? ` (${error.code})` : ''
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
