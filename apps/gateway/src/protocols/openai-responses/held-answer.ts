import type { ActionCategory, WireEvent } from '@sluice/contracts'
import { type Answer, type HeldThing, heldSentence } from '@sluice/pipeline'
import { eventsOf } from '@sluice/pipeline/ports'
import type { Held, HeldWire, StreamEnding } from '../../delivery/held.ts'
import { replayItem } from './replay-response.ts'
import { type AdmittedResponses, isObject, type ResponseObject } from './response-object.ts'

/** How Responses say that something waits for a human. */
export function heldResponses(admitted: AdmittedResponses): HeldWire {
  return {
    answer: (held) => heldAnswer(admitted, held),
    ending: { kind: 'events', open: () => new ResponsesEnding(admitted) },
  }
}

/** Ends a stream of which something has left: a message of its own says that the rest waits. */
class ResponsesEnding implements StreamEnding<WireEvent> {
  readonly #admitted: AdmittedResponses
  readonly #items = new Map<number, unknown>()
  #response: ResponseObject | undefined

  constructor(admitted: AdmittedResponses) {
    this.#admitted = admitted
  }

  passed({ type, response, output_index: place, item }: WireEvent): void {
    if (isObject(response)) this.#response = response
    if (type === 'response.output_item.done' && typeof place === 'number') this.#items.set(place, item)
  }

  end(held: Held): readonly WireEvent[] {
    const { approvalId, reason, what, usage } = held
    const item = heldItem(approvalId, heldSentence(reason.category, what))
    const inOrder = [...this.#items].toSorted(([one], [other]) => one - other)
    const passed = inOrder.map(([, each]) => each)
    const place = (inOrder.at(-1)?.[0] ?? -1) + 1
    const response = {
      ...(this.#response ?? heldResponse({ ...this.#notice(), approvalId, category: reason.category, what })),
      ...{ status: 'incomplete', incomplete_details: { reason: 'content_filter' }, output: [...passed, item] },
      // What has not left cannot be continued.
      ...{ store: false, ...(isObject(usage) ? { usage } : {}) },
    }
    return [...replayItem(item, place), { type: 'response.incomplete', response }]
  }

  #notice() {
    const { origin, runtime } = this.#admitted
    return { model: origin.request.body.model, created: Math.floor(runtime.clock.nowMs() / 1_000) }
  }
}

/**
 * The answer to a request that waits for a human: a response that was cut short, because clients take one that is
 * completed for the model's last word.
 */
function heldAnswer({ origin, runtime }: AdmittedResponses, { approvalId, reason, what, usage }: Held): Answer {
  const { model } = origin.request.body
  const created = Math.floor(runtime.clock.nowMs() / 1_000)
  const said = heldResponse({ approvalId, model, created, category: reason.category, what })
  const response = what === 'request' ? said : { ...said, store: false, ...(isObject(usage) ? { usage } : {}) }
  return eventsOf([{ type: 'response.incomplete', response }])
}

interface HeldNotice {
  readonly approvalId: string
  readonly model: string
  /** Seconds since the Unix epoch. */
  readonly created: number
  readonly category: ActionCategory
  readonly what?: HeldThing
}

/** The id of the response to a held request: the same from the hold to the answer. */
function heldResponseIdOf(approvalId: string): string {
  return `resp_${approvalId}`
}

/** The response to a request for as long as nobody has decided on it and no answer has come. */
export function heldResponse({ approvalId, model, created, category, what }: HeldNotice): ResponseObject {
  return {
    id: heldResponseIdOf(approvalId),
    object: 'response',
    created_at: created,
    status: 'incomplete',
    error: null,
    incomplete_details: { reason: 'content_filter' },
    instructions: null,
    max_output_tokens: null,
    metadata: {},
    model,
    output: [heldItem(approvalId, heldSentence(category, what))],
    parallel_tool_calls: true,
    previous_response_id: null,
    reasoning: { effort: null, summary: null },
    store: true,
    temperature: null,
    text: { format: { type: 'text' } },
    tool_choice: 'auto',
    tools: [],
    top_p: null,
    truncation: 'disabled',
    usage: {
      input_tokens: 0,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: 0,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: 0,
    },
  }
}

/** The message that says what waits. */
function heldItem(approvalId: string, text: string): ResponseObject {
  const content = [{ type: 'output_text', text, annotations: [], logprobs: [] }]
  return { type: 'message', id: `msg_${approvalId}`, status: 'incomplete', role: 'assistant', content }
}
