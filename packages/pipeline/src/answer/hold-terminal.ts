import type { CompletionChunk } from '@sluice/contracts'

/** Whether a chunk may be the last of its stream: it ends a choice, or carries no choice (usage). */
export function isTerminal(chunk: CompletionChunk): boolean {
  return chunk.choices.length === 0 || chunk.choices.some((choice) => typeof choice.finish_reason === 'string')
}

/**
 * Passes chunks on at once, but keeps back the newest one that may be the last. Once the stream has ended well,
 * `beforeLast` decides what becomes of it: the chunk it returns leaves, and nothing leaves if it throws.
 * `beforeLast` gets undefined, and may return undefined, where the stream ended without such a chunk.
 */
export async function* holdTerminal(
  chunks: AsyncIterable<CompletionChunk>,
  beforeLast: (last: CompletionChunk | undefined) => Promise<CompletionChunk | undefined>,
): AsyncGenerator<CompletionChunk, void, undefined> {
  let held: CompletionChunk | undefined
  for await (const chunk of chunks) {
    if (held !== undefined) {
      const previous = held
      held = undefined
      yield previous
    }
    if (isTerminal(chunk)) held = chunk
    else yield chunk
  }
  const last = await beforeLast(held)
  if (last !== undefined) yield last
}
