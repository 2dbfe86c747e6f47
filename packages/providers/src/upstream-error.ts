import type { IncomingHttpHeaders } from 'node:http'
import { type Clock, parseRetryAfterMs } from '@sluice/contracts'
import type { EndpointFailure } from '@sluice/pipeline/ports'
import type { UpstreamErrorBody } from './answer-fault.ts'
import { isRecord } from './is-record.ts'

const BOUNDS = { message: 512, param: 128, code: 64 } as const

/**
 * The `error` member of an upstream's body, in bounded length. Knows OpenAI's object, the bare string of Ollama and
 * others, and the top-level members of servers that have no `error` (vLLM before 0.10).
 */
export function readErrorBody(body: unknown): UpstreamErrorBody {
  if (!isRecord(body)) return {}
  const error = body.error ?? body
  if (typeof error === 'string') return { message: error.slice(0, BOUNDS.message) }
  if (!isRecord(error)) return {}
  const code = typeof error.code === 'number' ? String(error.code) : error.code
  return {
    ...(typeof error.message === 'string' && { message: error.message.slice(0, BOUNDS.message) }),
    ...(typeof error.param === 'string' && { param: error.param.slice(0, BOUNDS.param) }),
    ...(typeof code === 'string' && { code: code.slice(0, BOUNDS.code) }),
  }
}

/** The HTTP status that an error inside a 200 stands for, where it says so (OpenRouter: `error.code` is the status). */
export function reportedStatus(error: unknown): number | undefined {
  if (!isRecord(error)) return undefined
  const status = [error.code, error.status].find((value) => typeof value === 'number' && value >= 400 && value <= 599)
  return typeof status === 'number' ? status : undefined
}

/** An answer with an error status as a failure. `text` is its body, possibly cut off. */
export function statusFailure(
  status: number,
  headers: IncomingHttpHeaders,
  text: string,
  clock: Clock,
): EndpointFailure {
  const retryAfterSeconds = readRetryAfter(headers, clock)
  return {
    kind: 'status',
    status,
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    ...(status === 429 && readRateLimit(headers)),
    upstream: readErrorBody(parseJson(text)),
  }
}

const MAX_RATE_LIMIT_HEADERS = 16
const MAX_RATE_LIMIT_LENGTH = 128

/** The `x-ratelimit-*` headers, which the official clients show to their users, bounded in number and length. */
function readRateLimit(headers: IncomingHttpHeaders): { readonly rateLimit?: Readonly<Record<string, string>> } {
  const found: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) {
    if (!name.startsWith('x-ratelimit-') || name.length > MAX_RATE_LIMIT_LENGTH) continue
    if (typeof value !== 'string' || value.length > MAX_RATE_LIMIT_LENGTH) continue
    found[name] = value
    if (Object.keys(found).length === MAX_RATE_LIMIT_HEADERS) break
  }
  return Object.keys(found).length === 0 ? {} : { rateLimit: found }
}

/**
 * When to try again, in whole seconds from now, rounded up; undefined where the upstream does not say.
 *
 * Source: RFC 9110, 10.2.3 `Retry-After` (seconds or an HTTP date); `retry-after-ms` as OpenAI and Azure send it and
 * the official clients prefer it.
 */
function readRetryAfter(headers: IncomingHttpHeaders, clock: Clock): number | undefined {
  const inMs = readNumber(headers['retry-after-ms'])
  if (inMs !== undefined) return Math.ceil(inMs / 1000)
  const waitMs = parseRetryAfterMs(headers['retry-after'], clock.nowMs())
  return waitMs === undefined ? undefined : Math.ceil(waitMs / 1000)
}

function readNumber(header: string | string[] | undefined): number | undefined {
  return typeof header === 'string' && /^\d{1,10}(\.\d{1,10})?$/.test(header) ? Number(header) : undefined
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
