import { type Refusal, type ServiceMetadata, SluiceError, type WireEvent } from '@sluice/contracts'
import type { Answer } from '@sluice/pipeline'
import type { Delivery } from '../../delivery/deliver.ts'
import { eventFrame } from '../../delivery/sse-writer.ts'
import { type AnswerFrames, streamAnswer } from '../../delivery/stream-answer.ts'
import type { Dependencies } from '../../dependencies.ts'
import { openAiErrorBody } from '../openai/render-error.ts'
import { replayResponse } from './replay-response.ts'
import { type AdmittedResponses, asAsked, isObject, responseOf, usageOf } from './response-object.ts'

/** An answer as server-sent events, as `streamAnswer` sends them. */
export function asSse(
  dependencies: Pick<Dependencies, 'gate' | 'limits' | 'logger'>,
  admitted: AdmittedResponses,
  delivering: Promise<Delivery>,
): Promise<Response> {
  return streamAnswer(dependencies, admitted, delivering, new ResponsesFrames(admitted))
}

const TERMINAL: ReadonlySet<string> = new Set(['response.completed', 'response.incomplete', 'response.failed'])

/**
 * The frames of a response. Events are numbered anew, because layers may have added some. The last one waits for the
 * end, to carry `service_metadata` in its response; nothing follows it, on this wire no `[DONE]` either.
 */
class ResponsesFrames implements AnswerFrames<WireEvent> {
  readonly #admitted: AdmittedResponses
  #next = 0
  #terminal: WireEvent | undefined

  constructor(admitted: AdmittedResponses) {
    this.#admitted = admitted
  }

  itemsOf(answer: Answer): AsyncIterable<readonly WireEvent[]> {
    if (answer.kind !== 'events') throw new SluiceError('internal_error')
    return answer.events
  }

  write(events: readonly WireEvent[]): string {
    let frames = ''
    for (const event of events) {
      if (!TERMINAL.has(event.type)) {
        frames += this.#frame(event)
        continue
      }
      if (this.#next === 0) {
        for (const replayed of replayResponse(event)) if (replayed !== event) frames += this.#frame(replayed)
      }
      this.#terminal = event
    }
    return frames
  }

  end(metadata: ServiceMetadata): string {
    if (this.#terminal === undefined) throw new SluiceError('internal_error')
    const response = responseOf(this.#terminal)
    this.#admitted.observation.counted(usageOf(response))
    return this.#frame({ ...this.#terminal, response: { ...response, service_metadata: metadata } })
  }

  /** Clients read the members of the error in the event itself, or in its `error`: they stand in both. */
  error(refusal: Refusal): string {
    const { error } = openAiErrorBody(refusal)
    const { code, message, param } = error
    return this.#frame({ type: 'error', code, message, param, error })
  }

  #frame(event: WireEvent): string {
    const { request } = this.#admitted.origin
    const asked = isObject(event.response) ? { response: asAsked(event.response, request) } : {}
    const frame = eventFrame(event.type, { ...event, ...asked, sequence_number: this.#next })
    this.#next += 1
    return frame
  }
}
