import type { Completion, CompletionChunk } from '@sluice/contracts'

const CHAT_PREFIX = /^chatcmpl-/

/** The id of a chat answer as this wire writes it. */
function idOf(id: string): string {
  return id.replace(CHAT_PREFIX, 'cmpl-')
}

/** A chat answer in the form of this wire: only what it says. */
export function toTextCompletion({ choices, ...answer }: Completion): object {
  return {
    ...answer,
    id: idOf(answer.id),
    object: 'text_completion',
    choices: choices.map(({ index, message, finish_reason }) => ({
      ...{ index, text: message.content ?? '', logprobs: null, finish_reason },
    })),
  }
}

/** A chunk of a chat answer in the form of this wire, which has one for whole answers and pieces. */
export function toTextChunk({ choices, ...chunk }: CompletionChunk): object {
  return {
    ...chunk,
    id: idOf(chunk.id),
    object: 'text_completion',
    choices: choices.map(({ index, delta, finish_reason }) => ({
      ...{ index, text: delta.content ?? '', logprobs: null, finish_reason: finish_reason ?? null },
    })),
  }
}
