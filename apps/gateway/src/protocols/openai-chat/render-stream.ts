import { type CompletionChunk, type Refusal, type ServiceMetadata, SluiceError } from '@sluice/contracts'
import { type Answer, isTerminal } from '@sluice/pipeline'
import type { Delivery } from '../../delivery/deliver.ts'
import { frame } from '../../delivery/sse-writer.ts'
import { type AnswerFrames, streamAnswer } from '../../delivery/stream-answer.ts'
import type { Dependencies } from '../../dependencies.ts'
import { openAiErrorBody } from '../openai/render-error.ts'
import { type AdmittedChat, bareChunk, noticeOf } from './notice.ts'

const DONE = 'data: [DONE]\n\n'

/** Writes a chunk as the wire has it. */
type WriteChunk = (chunk: CompletionChunk) => object

/**
 * An answer as server-sent events, as `streamAnswer` sends them.
 *
 * @param write for a wire that has another form than chat.
 */
export function asSse(
  dependencies: Pick<Dependencies, 'gate' | 'limits' | 'logger'>,
  admitted: AdmittedChat,
  delivering: Promise<Delivery>,
  write: WriteChunk = (chunk) => chunk,
): Promise<Response> {
  return streamAnswer(dependencies, admitted, delivering, new ChatFrames(admitted, write))
}

/**
 * The frames of a chat answer. The last chunk waits for the end, to carry `service_metadata`. A chunk without choices
 * carries it where the answer ended without a terminal chunk.
 */
class ChatFrames implements AnswerFrames<CompletionChunk> {
  readonly #admitted: AdmittedChat
  readonly #write: WriteChunk
  /** Whether the caller asked what the stream costs. The gateway asks in any case. */
  readonly #showsUsage: boolean
  #last: CompletionChunk | undefined

  constructor(admitted: AdmittedChat, write: WriteChunk) {
    this.#admitted = admitted
    this.#write = write
    this.#showsUsage = admitted.origin.request.body.stream_options?.include_usage === true
  }

  itemsOf(answer: Answer): AsyncIterable<readonly CompletionChunk[]> {
    if (answer.kind !== 'chunks') throw new SluiceError('internal_error')
    return answer.chunks
  }

  write(chunks: readonly CompletionChunk[]): string {
    let frames = ''
    for (const arrived of chunks) {
      this.#admitted.observation.counted(arrived.usage)
      const chunk = this.#showsUsage ? arrived : withoutUsage(arrived)
      if (chunk === undefined) continue
      if (this.#last) frames += frame(this.#write(this.#last))
      this.#last = isTerminal(chunk) ? chunk : undefined
      if (!this.#last) frames += frame(this.#write(chunk))
    }
    return frames
  }

  end(metadata: ServiceMetadata): string {
    const last = this.#write(this.#last ?? bareChunk(noticeOf(this.#admitted)))
    return frame({ ...last, service_metadata: metadata }) + DONE
  }

  /** One frame, then the end, without `[DONE]`. */
  error(refusal: Refusal): string {
    return frame(openAiErrorBody(refusal))
  }
}

/** A chunk for callers who did not ask for usage; undefined where it holds nothing else. */
function withoutUsage(chunk: CompletionChunk): CompletionChunk | undefined {
  if (chunk.usage === undefined) return chunk
  const { usage, ...rest } = chunk
  return usage && rest.choices.length === 0 ? undefined : rest
}
