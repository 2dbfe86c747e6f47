import type { Usage } from '@sluice/contracts'
import { isCount } from '../check-answer.ts'
import { isRecord } from '../is-record.ts'

/**
 * Anthropic's usage as OpenAI counts it: a prompt's tokens are all of them, and those read from a cache are told apart.
 * Source: https://docs.anthropic.com/en/docs/build-with-claude/prompt-caching#tracking-cache-performance
 */
export function toChatUsage(usage: unknown): Usage {
  const { input_tokens, output_tokens, cache_read_input_tokens, cache_creation_input_tokens } = isRecord(usage)
    ? usage
    : {}
  const cached = countOf(cache_read_input_tokens)
  const prompt = countOf(input_tokens) + cached + countOf(cache_creation_input_tokens)
  const completion = countOf(output_tokens)
  return {
    prompt_tokens: prompt,
    completion_tokens: completion,
    total_tokens: prompt + completion,
    prompt_tokens_details: { cached_tokens: cached },
  }
}

/** OpenAI's usage of a chat as Anthropic counts it: what was read from a cache stands beside the input. */
export function toMessagesUsage(usage: Usage | null | undefined) {
  const [prompt, output_tokens] = [usage?.prompt_tokens ?? 0, usage?.completion_tokens ?? 0]
  const details = isRecord(usage?.prompt_tokens_details) ? usage.prompt_tokens_details : {}
  const cached = Math.min(countOf(details.cached_tokens), prompt)
  return {
    ...{ input_tokens: prompt - cached, output_tokens },
    ...(cached === 0 ? {} : { cache_read_input_tokens: cached }),
    ...estimatedMark(usage),
  }
}

/** Says of a usage in another form that it was estimated, as the first one did. */
export function estimatedMark(usage: Usage | null | undefined): { readonly estimated?: true } {
  return usage?.estimated === true ? { estimated: true } : {}
}

function countOf(value: unknown): number {
  return isCount(value) ? value : 0
}
