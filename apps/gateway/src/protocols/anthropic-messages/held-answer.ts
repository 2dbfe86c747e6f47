import type { WireEvent } from '@sluice/contracts'
import { type Answer, eventsOf, heldSentence, type Outcome } from '@sluice/pipeline'
import type { AdmittedMessages } from './notice.ts'

type HeldOutcome = Extract<Outcome, { type: 'held' }>

/** The id of the message of a held request: the same from the hold to the answer. */
export function messageIdOf(approvalId: string): string {
  return `msg_${approvalId}`
}

const MESSAGE = /^msg_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

/** The approval behind a message; undefined for an id that is none. */
export function approvalOfMessage(messageId: string): string | undefined {
  return MESSAGE.exec(messageId)?.[1]
}

/** The answer to a request that waits for a human: a message that says so, with a stop reason that is not the end. */
export function heldMessageAnswer({ origin }: AdmittedMessages, { approvalId, reason }: HeldOutcome): Answer {
  return eventsOf([heldMessage({ id: messageIdOf(approvalId), model: origin.request.body.model, ...reason })])
}

interface HeldMessage {
  readonly id: string
  readonly model: string
  readonly category: Parameters<typeof heldSentence>[0]
}

/** The message of a request for as long as nobody has decided on it and no answer has come. */
export function heldMessage({ id, model, category }: HeldMessage): WireEvent {
  return {
    type: 'message',
    id,
    role: 'assistant',
    model,
    content: [{ type: 'text', text: heldSentence(category) }],
    stop_reason: 'refusal',
    stop_sequence: null,
    usage: { input_tokens: 0, output_tokens: 0 },
  }
}
