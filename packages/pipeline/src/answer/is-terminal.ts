import type { CompletionChunk } from '@sluice/contracts'

/** Whether a chunk may be the last of its stream: it ends a choice, or carries no choice (usage). */
export function isTerminal(chunk: CompletionChunk): boolean {
  return chunk.choices.length === 0 || chunk.choices.some((choice) => typeof choice.finish_reason === 'string')
}
