import type { ChunkChoice, Completion, CompletionChunk } from '@sluice/contracts'
import { completionToChunk } from './completion-to-chunk.ts'
import type { Delta } from './delta-text.ts'
import { isHighSurrogate } from './surrogates.ts'

/** UTF-16 code units of one replayed piece: small enough to read like a stream, large enough to cost little. */
const PIECE_LENGTH = 64

/**
 * A whole answer as the chunks of a stream: role and everything else first, the content in pieces, then the end of each
 * choice. `collect` gives the answer back.
 *
 * @param includeUsage whether usage comes in a last chunk without choices, and as null in the others, as a client that
 *   asks for `stream_options.include_usage` expects; a client that does not ask may not be ready for such a chunk.
 */
export function replay(completion: Completion, includeUsage: boolean): readonly CompletionChunk[] {
  const { usage, ...whole } = completionToChunk(completion)
  const noUsage = includeUsage ? { usage: null } : {}
  const head = { id: whole.id, object: whole.object, created: whole.created, model: whole.model, ...noUsage }
  const send = (choice: ChunkChoice): CompletionChunk => ({ ...head, choices: [choice] })

  const openings = whole.choices.map(({ delta, finish_reason: _later, ...choice }) => ({
    ...choice,
    delta: typeof delta.content === 'string' ? { ...delta, content: '' } : delta,
    finish_reason: null,
  }))
  const chunks: CompletionChunk[] = [{ ...whole, ...noUsage, choices: openings }]
  for (const { index, delta } of whole.choices) {
    for (const content of piecesOf(delta.content ?? '')) chunks.push(send(continuation(index, { content })))
  }
  for (const { index, finish_reason } of whole.choices) {
    if (typeof finish_reason === 'string') chunks.push(send({ index, delta: {}, finish_reason }))
  }
  if (includeUsage && usage) chunks.push({ ...head, choices: [], usage })
  return chunks
}

function continuation(index: number, delta: Delta): ChunkChoice {
  return { index, delta, finish_reason: null }
}

/** Cuts a text without cutting a surrogate pair. */
function* piecesOf(text: string): Generator<string, void, undefined> {
  let start = 0
  while (start < text.length) {
    let end = Math.min(start + PIECE_LENGTH, text.length)
    if (end < text.length && isHighSurrogate(text.charCodeAt(end - 1))) end += 1
    yield text.slice(start, end)
    start = end
  }
}
