import type { UpstreamCode } from '@sluice/pipeline/ports'
import type { UpstreamErrorBody } from './upstream-error-body.ts'

/** The statuses with which providers send the codes that clients act on. */
const STATUS_BY_CODE: Readonly<Record<UpstreamCode, 400 | 429>> = {
  context_length_exceeded: 400,
  content_filter: 400,
  rate_limit_exceeded: 429,
  insufficient_quota: 429,
}

/**
 * Other words for the same: `exceed_context_size_error` is llama.cpp's type, `content_policy_violation` OpenAI's name
 * beside Azure's `content_filter`.
 */
const OTHER_NAMES: Readonly<Record<string, UpstreamCode>> = {
  exceed_context_size_error: 'context_length_exceeded',
  content_policy_violation: 'content_filter',
}

/** vLLM, Mistral and TGI name no code, and say it in words. */
const TOO_LONG = /maximum context length|context window|too large for model with \d+ maximum/i
const MAX_READ_LENGTH = 2_048

/** The code that clients act on, from a closed list; undefined where the endpoint names none of it. */
export function codeOf({ code, type, message }: Pick<UpstreamErrorBody, 'code' | 'type' | 'message'>) {
  for (const name of [code, type]) {
    const known = name === undefined ? undefined : byName(name)
    if (known !== undefined) return known
  }
  return TOO_LONG.test(message?.slice(0, MAX_READ_LENGTH) ?? '') ? 'context_length_exceeded' : undefined
}

/** The status that such a code stands for. */
export function statusOfCode(code: UpstreamCode): 400 | 429 {
  return STATUS_BY_CODE[code]
}

function byName(name: string): UpstreamCode | undefined {
  if (Object.hasOwn(OTHER_NAMES, name)) return OTHER_NAMES[name]
  return isUpstreamCode(name) ? name : undefined
}

function isUpstreamCode(name: string): name is UpstreamCode {
  return Object.hasOwn(STATUS_BY_CODE, name)
}
