import { type Refusal, type ServiceMetadata, SluiceError, type WireEvent } from '@sluice/contracts'
import type { Answer } from '@sluice/pipeline'
import type { Delivery } from '../../delivery/deliver.ts'
import { eventFrame } from '../../delivery/sse-writer.ts'
import { type AnswerFrames, streamAnswer } from '../../delivery/stream-answer.ts'
import type { Dependencies } from '../../dependencies.ts'
import { type AdmittedMessages, tokenUsage } from './notice.ts'
import { anthropicErrorBody } from './render-error.ts'
import { replayMessage } from './replay-message.ts'

/** An answer as server-sent events, as `streamAnswer` sends them. */
export function asMessageEvents(
  dependencies: Pick<Dependencies, 'gate' | 'limits' | 'logger'>,
  admitted: AdmittedMessages,
  delivering: Promise<Delivery>,
): Promise<Response> {
  return streamAnswer(dependencies, admitted, delivering, new MessageFrames(admitted))
}

/** Each event with the line `event:`: the official client drops events without a name. */
class MessageFrames implements AnswerFrames<WireEvent> {
  readonly #admitted: AdmittedMessages
  #begun: unknown
  #last: WireEvent = { type: 'message_stop' }

  constructor(admitted: AdmittedMessages) {
    this.#admitted = admitted
  }

  itemsOf(answer: Answer): AsyncIterable<readonly WireEvent[]> {
    if (answer.kind !== 'events') throw new SluiceError('internal_error')
    return answer.events
  }

  write(events: readonly WireEvent[]): string {
    let frames = ''
    for (const event of events.flatMap((each) => (each.type === 'message' ? replayMessage(each) : [each]))) {
      this.#count(event)
      if (event.type === 'message_stop') this.#last = event
      else frames += eventFrame(event.type, event)
    }
    return frames
  }

  /** `service_metadata` stands in the last event, which has no other member. */
  end(metadata: ServiceMetadata): string {
    return eventFrame(this.#last.type, { ...this.#last, service_metadata: metadata })
  }

  error(refusal: Refusal): string {
    return eventFrame('error', anthropicErrorBody(refusal, this.#admitted.origin.requestId))
  }

  /** What the prompt has cost is said at the beginning, and what the answer has cost at the end. */
  #count({ type, message, usage }: WireEvent): void {
    if (type === 'message_start' && isObject(message)) this.#begun = Reflect.get(message, 'usage')
    if (type !== 'message_delta' || !isObject(usage)) return
    const begun = isObject(this.#begun) ? this.#begun : {}
    this.#admitted.observation.counted(tokenUsage({ ...begun, ...usage }))
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
