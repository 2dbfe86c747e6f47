import type { WireEvent } from '@sluice/contracts'
import { type Answer, eventsOf, type HeldThing, heldSentence } from '@sluice/pipeline'
import type { Held, HeldWire, StreamEnding } from '../../delivery/held.ts'
import type { AdmittedMessages } from './notice.ts'

/** The id of the message of a held request: the same from the hold to the answer. */
export function messageIdOf(approvalId: string): string {
  return `msg_${approvalId}`
}

const MESSAGE = /^msg_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

/** The approval behind a message; undefined for an id that is none. */
export function approvalOfMessage(messageId: string): string | undefined {
  return MESSAGE.exec(messageId)?.[1]
}

/** How Messages say that something waits for a human. */
export function heldMessages(admitted: AdmittedMessages): HeldWire {
  return {
    answer: (held) => heldMessageAnswer(admitted, held),
    ending: { kind: 'events', open: () => new MessageEnding() },
  }
}

/** Ends a stream of which something has left: a block of its own says that the rest waits. */
class MessageEnding implements StreamEnding<WireEvent> {
  #next = 0

  passed({ type, index }: WireEvent): void {
    if (type === 'content_block_start' && typeof index === 'number') this.#next = Math.max(this.#next, index + 1)
  }

  end({ reason, what, usage }: Held): readonly WireEvent[] {
    const index = this.#next
    const text = heldSentence(reason.category, what)
    const outputTokens = typeof usage === 'object' && usage !== null ? Reflect.get(usage, 'output_tokens') : 0
    return [
      { type: 'content_block_start', index, content_block: { type: 'text', text: '' } },
      { type: 'content_block_delta', index, delta: { type: 'text_delta', text } },
      { type: 'content_block_stop', index },
      {
        type: 'message_delta',
        delta: { stop_reason: 'refusal', stop_sequence: null },
        usage: { output_tokens: outputTokens },
      },
      { type: 'message_stop' },
    ]
  }
}

/** The answer to a request that waits for a human: a message that says so, with a stop reason that is not the end. */
function heldMessageAnswer({ origin }: AdmittedMessages, { approvalId, reason, what, usage }: Held): Answer {
  const said = heldMessage({ id: messageIdOf(approvalId), model: origin.request.body.model, what, ...reason })
  return eventsOf([{ ...said, ...(usage === undefined ? {} : { usage }) }])
}

interface HeldMessage {
  readonly id: string
  readonly model: string
  readonly category: Parameters<typeof heldSentence>[0]
  readonly what?: HeldThing
}

/** The message of a request for as long as nobody has decided on it and no answer has come. */
export function heldMessage({ id, model, category, what }: HeldMessage): WireEvent {
  return {
    type: 'message',
    id,
    role: 'assistant',
    model,
    content: [{ type: 'text', text: heldSentence(category, what) }],
    stop_reason: 'refusal',
    stop_sequence: null,
    usage: { input_tokens: 0, output_tokens: 0 },
  }
}
