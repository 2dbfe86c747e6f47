import type { Completion, CompletionChunk } from '@sluice/contracts'

/**
 * An answer as a stream of one chunk whose deltas are the whole messages, so that it can travel where streams do.
 * `collect` gives the answer back, apart from an `index` of a tool call, which only chunks have on the wire.
 */
export function completionToChunk(completion: Completion): CompletionChunk {
  const { choices, ...rest } = completion
  return {
    ...rest,
    object: 'chat.completion.chunk',
    choices: choices.map(({ message, ...choice }) => ({ ...choice, delta: toDelta(message) })),
  }
}

function toDelta({
  tool_calls,
  ...message
}: Completion['choices'][number]['message']): CompletionChunk['choices'][number]['delta'] {
  if (tool_calls === undefined || tool_calls === null) return tool_calls === null ? { ...message, tool_calls } : message
  return { ...message, tool_calls: tool_calls.map((call, index) => ({ ...call, index })) }
}
