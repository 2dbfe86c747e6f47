import type { WireEvent } from '@sluice/contracts'
import type { EndpointCall } from '@sluice/pipeline/ports'
import { isRecord } from '../is-record.ts'

type MarkSeal = EndpointCall['markSeal']
type Members = Readonly<Record<string, unknown>>

/**
 * Marks what the provider has signed or encrypted in the events of one message. A signature is marked with the thoughts
 * that it signs, which come before it in pieces.
 */
export class MessagesMarker {
  readonly #mark: MarkSeal
  /** The thoughts of the block that is being streamed, by its index. */
  readonly #thoughts = new Map<unknown, string>()

  constructor(mark: MarkSeal) {
    this.#mark = mark
  }

  /** The event as it may go on. Events of one message are taken in their order. */
  take(event: WireEvent): WireEvent {
    switch (event.type) {
      case 'content_block_start':
        return isRecord(event.content_block) ? this.#start(event, event.content_block) : event
      case 'content_block_delta':
        return isRecord(event.delta) ? this.#continue(event, event.delta) : event
      case 'content_block_stop':
        this.#thoughts.delete(event.index)
        return event
      case 'message':
        return this.#whole(event)
      default:
        return event
    }
  }

  #start(event: WireEvent, block: Members): WireEvent {
    if (block.type === 'thinking') this.#thoughts.set(event.index, textOf(block.thinking))
    const marked = this.#block(block)
    return marked === block ? event : { ...event, content_block: marked }
  }

  #continue(event: WireEvent, delta: Members): WireEvent {
    const thoughts = this.#thoughts.get(event.index)
    if (delta.type === 'thinking_delta') this.#thoughts.set(event.index, (thoughts ?? '') + textOf(delta.thinking))
    if (delta.type !== 'signature_delta' || typeof delta.signature !== 'string') return event
    return { ...event, delta: { ...delta, signature: this.#mark(delta.signature, thoughts ?? '') } }
  }

  #whole(message: WireEvent): WireEvent {
    if (!Array.isArray(message.content)) return message
    const before: readonly unknown[] = message.content
    const content = before.map((block) => (isRecord(block) ? this.#block(block) : block))
    return content.every((block, at) => block === before[at]) ? message : { ...message, content }
  }

  /** The signature of a block that is only beginning is empty, and nothing to mark. */
  #block(block: Members): Members {
    const { type, signature, data, thinking } = block
    if (type === 'thinking' && isSeal(signature))
      return { ...block, signature: this.#mark(signature, textOf(thinking)) }
    return type === 'redacted_thinking' && isSeal(data) ? { ...block, data: this.#mark(data, '') } : block
  }
}

function isSeal(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
