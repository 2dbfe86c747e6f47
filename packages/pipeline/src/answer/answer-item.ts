import type { CompletionChunk, EmbeddingsAnswer, WireEvent } from '@sluice/contracts'

/** What travels on the way back: chunks of chat, events of another wire, or a whole answer as the only item. */
export type AnswerItem = CompletionChunk | WireEvent | EmbeddingsAnswer

export function isChunk(item: AnswerItem): item is CompletionChunk {
  return item.object === 'chat.completion.chunk'
}

export function isWireEvent(item: AnswerItem): item is WireEvent {
  return typeof item.type === 'string' && item.object === undefined
}
