import type { IncomingHttpHeaders } from 'node:http'
import { type Clock, parseRetryAfterMs } from '@sluice/contracts'
import type { EndpointFailure } from '@sluice/pipeline/ports'
import { isRecord } from './is-record.ts'
import { codeOf, statusOfCode } from './upstream-code.ts'
import type { UpstreamErrorBody } from './upstream-error-body.ts'
import type { UpstreamWordsFilter } from './upstream-words.ts'

/** Nothing longer is a code or a type. */
const MAX_CODE_LENGTH = 64

/**
 * The `error` member of an upstream's body. Knows OpenAI's object, the bare string of Ollama and others, and the
 * top-level members of servers that have no `error` (vLLM before 0.10).
 */
export function readErrorBody(body: unknown): UpstreamErrorBody {
  if (!isRecord(body)) return {}
  const error = body.error ?? body
  if (typeof error === 'string') return { message: error }
  if (!isRecord(error)) return {}
  const { message, param, code, type } = error
  return {
    ...(typeof message === 'string' && { message }),
    ...(typeof param === 'string' && { param }),
    ...(isShort(code) && { code }),
    ...(isShort(type) && { type }),
  }
}

function isShort(name: unknown): name is string {
  return typeof name === 'string' && name.length <= MAX_CODE_LENGTH
}

/**
 * The HTTP status that an error inside a 200 stands for, where it says so (OpenRouter: `error.code` is the status) or
 * has a code with a usual status.
 */
export function reportedStatus(body: Readonly<Record<string, unknown>>): number | undefined {
  const { error } = body
  const numbers = isRecord(error) ? [error.code, error.status] : []
  const status = numbers.find((value) => typeof value === 'number' && value >= 400 && value <= 599)
  if (typeof status === 'number') return status
  const code = codeOf(readErrorBody(body))
  return code === undefined ? undefined : statusOfCode(code)
}

/** An answer with an error status as a failure. `text` is its body, possibly cut off. */
export function statusFailure(
  status: number,
  headers: IncomingHttpHeaders,
  text: string,
  words: UpstreamWordsFilter,
  clock: Clock,
): EndpointFailure {
  const retryAfterSeconds = readRetryAfter(headers, clock)
  return {
    kind: 'status',
    status,
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    ...(status === 429 && readRateLimit(headers)),
    upstream: words.passing(readErrorBody(parseJson(text))),
  }
}

/** The headers that the official clients show to their users. Others of the kind name organizations and projects. */
const RATE_LIMIT_HEADERS = ['limit', 'remaining', 'reset'].flatMap((what) =>
  ['requests', 'tokens'].map((unit) => `x-ratelimit-${what}-${unit}`),
)
/** `60`, `59.5`, `17ms`, `6m0s`, `1h2m3.5s`. */
const NUMBER_OR_DURATION = /^(?:\d{1,15}(?:\.\d{1,9})?|(?:\d{1,9}(?:\.\d{1,9})?(?:ms|s|m|h|d)){1,5})$/

function readRateLimit(headers: IncomingHttpHeaders): { readonly rateLimit?: Readonly<Record<string, string>> } {
  const found: Record<string, string> = {}
  for (const name of RATE_LIMIT_HEADERS) {
    const value = headers[name]
    if (typeof value === 'string' && NUMBER_OR_DURATION.test(value)) found[name] = value
  }
  return Object.keys(found).length === 0 ? {} : { rateLimit: found }
}

/** An endpoint that errs by days keeps no caller away for longer. */
const MAX_RETRY_AFTER_SECONDS = 3600

/**
 * When to try again, in whole seconds from now, rounded up, at most an hour; undefined where the upstream does not say.
 *
 * Source: RFC 9110, 10.2.3 `Retry-After` (seconds or an HTTP date); `retry-after-ms` as OpenAI and Azure send it and
 * the official clients prefer it.
 */
function readRetryAfter(headers: IncomingHttpHeaders, clock: Clock): number | undefined {
  const inMs = readNumber(headers['retry-after-ms'])
  if (inMs !== undefined) return secondsOf(inMs)
  const waitMs = parseRetryAfterMs(headers['retry-after'], clock.nowMs())
  return waitMs === undefined ? undefined : secondsOf(waitMs)
}

function secondsOf(ms: number): number {
  return Math.min(Math.ceil(ms / 1000), MAX_RETRY_AFTER_SECONDS)
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
