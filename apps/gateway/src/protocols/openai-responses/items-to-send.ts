import type { ResponsesItem } from '@sluice/contracts'

/**
 * Items that say all that they are. An endpoint that stores nothing would look their ids up and not find them, so they
 * go without (https://github.com/openai/openai-agents-python/pull/2068, https://github.com/langchain-ai/langchain/pull/38372).
 */
const WHOLE: ReadonlySet<unknown> = new Set([
  ...['message', 'function_call', 'function_call_output', 'custom_tool_call', 'custom_tool_call_output'],
  ...['reasoning', 'compaction'],
])
/** What a provider has thought: it comes back encrypted, or as its text where a server shows that. */
const THOUGHT: ReadonlySet<unknown> = new Set(['reasoning', 'compaction'])

/**
 * One item of a conversation as an endpoint that stores nothing takes it back; undefined for thoughts that are known by
 * their id only.
 */
function itemToSend(item: ResponsesItem): ResponsesItem | undefined {
  const { type = 'message', id, encrypted_content, content } = item
  const isSaid = typeof encrypted_content === 'string' || (Array.isArray(content) && content.length > 0)
  if (THOUGHT.has(type) && !isSaid) return undefined
  if (!WHOLE.has(type) || id === undefined) return item
  const { id: _, ...rest } = item
  return rest
}

/** The same for what a model has answered. What it knows of tools that its provider has run stays behind. */
export function answeredItemToSend(item: ResponsesItem): ResponsesItem | undefined {
  if (!WHOLE.has(item.type)) return undefined
  const { status: _, ...rest } = item
  return itemToSend(rest)
}

/** All items in that form. */
export function inputToSend(input: string | readonly ResponsesItem[]): string | ResponsesItem[] {
  if (typeof input === 'string') return input
  return input.flatMap((item): ResponsesItem[] => {
    const sent = itemToSend(item)
    return sent === undefined ? [] : [sent]
  })
}
