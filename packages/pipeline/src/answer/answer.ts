import type { CompletionChunk, EmbeddingsAnswer, WireEvent } from '@sluice/contracts'

/**
 * A model's answer, in the form of the request's kind. What streams comes in batches: all that arrived together. A chat
 * answer is chunks, streamed or not. An answer to Responses or Messages is events of that wire; one that was not
 * streamed is one event: the terminal one of a response, or the message itself. Embeddings come as a whole, and take
 * the same way back as the only item.
 */
export type Answer =
  | { readonly kind: 'chunks'; readonly chunks: AsyncIterable<readonly CompletionChunk[]> }
  | { readonly kind: 'events'; readonly events: AsyncIterable<readonly WireEvent[]> }
  | { readonly kind: 'whole'; readonly value: EmbeddingsAnswer }

/** Chunks that are all here already, as an answer of one batch. */
export function answerOf(chunks: readonly CompletionChunk[]): Answer & { readonly kind: 'chunks' } {
  return { kind: 'chunks', chunks: oneBatch(chunks) }
}

/** Events that are all here already, as an answer of one batch. */
export function eventsOf(events: readonly WireEvent[]): Answer & { readonly kind: 'events' } {
  return { kind: 'events', events: oneBatch(events) }
}

async function* oneBatch<Item>(items: readonly Item[]): AsyncGenerator<readonly Item[], void, undefined> {
  yield items
}
