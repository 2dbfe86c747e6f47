import type { Admitted } from '../../admission/admit.ts'

export type AdmittedMessages = Admitted<'messages'>

/** What a message has used, as the metrics count it: by the names of chat completions. */
export function tokenUsage(usage: unknown): { prompt_tokens: number; completion_tokens: number } | undefined {
  if (typeof usage !== 'object' || usage === null) return undefined
  return {
    prompt_tokens:
      count(usage, 'input_tokens') +
      count(usage, 'cache_read_input_tokens') +
      count(usage, 'cache_creation_input_tokens'),
    completion_tokens: count(usage, 'output_tokens'),
  }
}

function count(usage: object, member: string): number {
  const value: unknown = Reflect.get(usage, member)
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : 0
}
