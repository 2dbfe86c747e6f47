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

/** OpenAI's usage of a chat as Anthropic counts it. */
export function toMessagesUsage(usage: Usage | null | undefined): { input_tokens: number; output_tokens: number } {
  return { input_tokens: usage?.prompt_tokens ?? 0, output_tokens: usage?.completion_tokens ?? 0 }
}

function countOf(value: unknown): number {
  return isCount(value) ? value : 0
}
