import { type CompletionChunk, type Refusal, type ServiceMetadata, SluiceError } from '@sluice/contracts'
import { type Answer, isTerminal } from '@sluice/pipeline'
import type { Delivery } from '../../delivery/deliver.ts'
import { frame } from '../../delivery/sse-writer.ts'
import { type AnswerFrames, streamAnswer } from '../../delivery/stream-answer.ts'
import type { Dependencies } from '../../dependencies.ts'
import { openAiErrorBody } from '../openai/render-error.ts'
import { type AdmittedChat, bareChunk, noticeOf } from './notice.ts'

const DONE = 'data: [DONE]\n\n'

/** An answer as server-sent events, as `streamAnswer` sends them. */
export function asSse(
  dependencies: Pick<Dependencies, 'gate' | 'limits' | 'logger'>,
  admitted: AdmittedChat,
  delivering: Promise<Delivery>,
): Promise<Response> {
  return streamAnswer(dependencies, admitted, delivering, new ChatFrames(admitted))
}

/**
 * The frames of a chat answer. The last chunk waits for the end, to carry `service_metadata`. A chunk without choices
 * carries it where the answer ended without a terminal chunk.
 */
class ChatFrames implements AnswerFrames<CompletionChunk> {
  readonly #admitted: AdmittedChat
  /** Whether the caller asked what the stream costs. The gateway asks in any case. */
  readonly #showsUsage: boolean
  #last: CompletionChunk | undefined

  constructor(admitted: AdmittedChat) {
    this.#admitted = admitted
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
      if (this.#last) frames += frame(this.#last)
      this.#last = isTerminal(chunk) ? chunk : undefined
      if (!this.#last) frames += frame(chunk)
    }
    return frames
  }

  end(metadata: ServiceMetadata): string {
    return frame({ ...(this.#last ?? bareChunk(noticeOf(this.#admitted))), service_metadata: metadata }) + DONE
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
