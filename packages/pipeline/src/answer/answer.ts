import type { CompletionChunk, EmbeddingsAnswer } from '@sluice/contracts'

/**
 * A model's answer. Chunks come in batches: all that arrived together. A whole answer takes the same way back, as the
 * only item.
 */
export type Answer =
  | { readonly kind: 'chunks'; readonly chunks: AsyncIterable<readonly CompletionChunk[]> }
  | { readonly kind: 'whole'; readonly value: EmbeddingsAnswer }

/** Chunks that are all here already, as an answer of one batch. */
export function answerOf(chunks: readonly CompletionChunk[]): Answer & { readonly kind: 'chunks' } {
  return { kind: 'chunks', chunks: oneBatch(chunks) }
}

async function* oneBatch<Item>(items: readonly Item[]): AsyncGenerator<readonly Item[], void, undefined> {
  yield items
}
