import type { ChunkChoice, CompletionChunk, ToolCallDelta, Usage, WireEvent } from '@sluice/contracts'
import { AnswerFault } from '../answer-fault.ts'
import { stopReasonOf } from './stop-reasons.ts'
import { toMessagesUsage } from './usage.ts'

/** What a message says of itself. */
interface MessageHead {
  readonly id: string
  readonly model: string
}

/** A block of a message that waits until it may follow the one that is open. */
interface WaitingBlock {
  readonly begin: WireEvent & { readonly type: 'text' | 'tool_use' }
  pieces: string
}

/**
 * Writes the chunks of a chat answer as the events of a message. Only the first choice counts, and what a model has
 * thought is left out: a block of thoughts needs a signature.
 *
 * Blocks of a message follow one another, while the calls of a chat may come in turns. So a call stays open until the
 * end, and what else comes meanwhile waits.
 */
export class MessagesWriter {
  readonly #head: MessageHead
  /** By call, and `text` for what is said after a call. */
  readonly #waiting = new Map<number | 'text', WaitingBlock>()
  #isBegun = false
  #open: number | 'text' | undefined
  #nextIndex = 0
  #finishReason: string | undefined
  #usage: Usage | null | undefined

  constructor(head: MessageHead) {
    this.#head = head
  }

  /** The events that a chunk brings. */
  take(chunk: CompletionChunk): readonly WireEvent[] {
    const events: WireEvent[] = this.#begin()
    this.#usage = chunk.usage ?? this.#usage
    for (const choice of chunk.choices) if (choice.index === 0) this.#takeChoice(choice, events)
    return events
  }

  /** The events behind the last chunk. Throws `AnswerFault` where the answer did not end. */
  end(): readonly WireEvent[] {
    if (this.#finishReason === undefined) throw new AnswerFault('incomplete')
    const events: WireEvent[] = this.#begin()
    this.#close(events)
    for (const { begin, pieces } of this.#waiting.values()) {
      this.#openBlock('text', begin, events)
      this.#continue(begin.type, pieces, events)
      this.#close(events)
    }
    const delta = { stop_reason: stopReasonOf(this.#finishReason), stop_sequence: null }
    events.push({ type: 'message_delta', delta, usage: toMessagesUsage(this.#usage) }, { type: 'message_stop' })
    return events
  }

  #begin(): WireEvent[] {
    if (this.#isBegun) return []
    this.#isBegun = true
    const message = {
      ...{ id: this.#head.id, type: 'message', role: 'assistant', model: this.#head.model, content: [] },
      ...{ stop_reason: null, stop_sequence: null, usage: toMessagesUsage(undefined) },
    }
    return [{ type: 'message_start', message }]
  }

  #takeChoice({ delta, finish_reason }: ChunkChoice, events: WireEvent[]): void {
    for (const text of [delta.content, delta.refusal]) {
      if (typeof text === 'string' && text !== '') this.#takeText(text, events)
    }
    for (const call of delta.tool_calls ?? []) this.#takeCall(call, events)
    if (typeof finish_reason === 'string') this.#finishReason = finish_reason
  }

  #takeText(text: string, events: WireEvent[]): void {
    const begin = { type: 'text', text: '' } as const
    if (this.#open === undefined) this.#openBlock('text', begin, events)
    if (this.#open === 'text') this.#continue('text', text, events)
    else this.#wait('text', begin, text)
  }

  #takeCall({ index, id = `toolu_${index}`, function: called }: ToolCallDelta, events: WireEvent[]): void {
    const begin = { type: 'tool_use', id, name: called?.name ?? '', input: {} } as const
    if (this.#open === 'text') this.#close(events)
    if (this.#open === undefined) this.#openBlock(index, begin, events)
    if (this.#open === index) this.#continue('tool_use', called?.arguments ?? '', events)
    else this.#wait(index, begin, called?.arguments ?? '')
  }

  #wait(key: number | 'text', begin: WaitingBlock['begin'], piece: string): void {
    const waiting = this.#waiting.get(key) ?? { begin, pieces: '' }
    waiting.pieces += piece
    this.#waiting.set(key, waiting)
  }

  #openBlock(key: number | 'text', content_block: WaitingBlock['begin'], events: WireEvent[]): void {
    this.#open = key
    events.push({ type: 'content_block_start', index: this.#nextIndex, content_block })
  }

  #continue(type: WaitingBlock['begin']['type'], piece: string, events: WireEvent[]): void {
    if (piece === '') return
    const delta =
      type === 'text' ? { type: 'text_delta', text: piece } : { type: 'input_json_delta', partial_json: piece }
    events.push({ type: 'content_block_delta', index: this.#nextIndex, delta })
  }

  #close(events: WireEvent[]): void {
    if (this.#open === undefined) return
    events.push({ type: 'content_block_stop', index: this.#nextIndex })
    this.#nextIndex += 1
    this.#open = undefined
  }
}
