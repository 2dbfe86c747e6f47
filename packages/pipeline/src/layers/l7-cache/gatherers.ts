import type { Completion, CompletionChunk, WireEvent } from '@sluice/contracts'
import { type AnswerItem, Collector, isContentOnly, MessageCollector } from '../../answer/index.ts'
import { leastLength } from '../../least-length.ts'

/** Gathers one answer of a wire, to be remembered. Ids stay out: an answer that is given again has its own. */
export interface Gatherer<Item extends AnswerItem> {
  /**
   * Takes the next item and returns what it adds to the answer, roughly, in UTF-16 code units; infinity where the
   * answer is one that is not remembered.
   *
   * @param most more than so many units need not be counted.
   */
  take(item: Item, most: number): number
  /** The whole answer, where it ended by itself and holds nothing but text. */
  whole(): object | undefined
}

/** Chat: every choice ended by `stop`, with no call of a tool. */
export class CompletionGatherer implements Gatherer<CompletionChunk> {
  readonly #collector = new Collector()

  take(chunk: CompletionChunk): number {
    let size = 0
    for (const { delta } of chunk.choices) {
      if (isContentOnly(delta)) size += delta.content.length
      else if (!isNothing(delta.tool_calls) || !isNothing(delta.function_call)) return Number.POSITIVE_INFINITY
      else size += JSON.stringify(delta).length
    }
    this.#collector.push(chunk)
    return size
  }

  whole(): Completion | undefined {
    const completion = this.#collector.completion()
    return completion !== undefined && completion.choices.length > 0 && completion.choices.every(isWholeText)
      ? completion
      : undefined
  }
}

function isWholeText({ finish_reason, message }: Completion['choices'][number]): boolean {
  return finish_reason === 'stop' && isNothing(message.tool_calls) && isNothing(message.function_call)
}

function isNothing(calls: unknown): boolean {
  return calls === undefined || calls === null || (Array.isArray(calls) && calls.length === 0)
}

/** Messages: ended by `end_turn`, with blocks of text only. Thoughts are signed for one conversation. */
export class MessageGatherer implements Gatherer<WireEvent> {
  readonly #collector = new MessageCollector()
  #isBegun = false

  take(event: WireEvent, most: number): number {
    if (event.type === 'content_block_start' && !isText(event.content_block)) return Number.POSITIVE_INFINITY
    this.#isBegun ||= event.type === 'message' || event.type === 'message_start'
    this.#collector.push(event)
    const { delta } = event
    if (isRecord(delta) && typeof delta.text === 'string') return delta.text.length
    return leastLength(event, most)
  }

  whole(): WireEvent | undefined {
    if (!this.#isBegun) return undefined
    const message = this.#collector.message()
    const { content, stop_reason } = message
    return stop_reason === 'end_turn' && isListOf(content, isText) ? { ...message, id: '' } : undefined
  }
}

function isText(block: unknown): boolean {
  return isRecord(block) && block.type === 'text' && typeof block.text === 'string'
}

/** Responses: completed, with messages of text only. Their last event holds the whole. */
export class ResponseGatherer implements Gatherer<WireEvent> {
  #response: Readonly<Record<string, unknown>> | undefined

  take({ type, item, response }: WireEvent, most: number): number {
    if (type === 'response.output_item.added' && !(isRecord(item) && item.type === 'message')) {
      return Number.POSITIVE_INFINITY
    }
    if (type !== 'response.completed' || !isRecord(response)) return 0
    const size = leastLength(response, most)
    if (size <= most) this.#response = response
    return size
  }

  whole(): object | undefined {
    if (this.#response === undefined) return undefined
    const { status, output } = this.#response
    if (status !== 'completed' || !isListOf(output, isTextMessage)) return undefined
    return { ...this.#response, id: '', output: output.map((item) => (isRecord(item) ? { ...item, id: '' } : item)) }
  }
}

function isTextMessage(item: unknown): boolean {
  return isRecord(item) && item.type === 'message' && isListOf(item.content, isOutputText)
}

function isOutputText(part: unknown): boolean {
  return isRecord(part) && part.type === 'output_text' && typeof part.text === 'string'
}

function isListOf(value: unknown, isOne: (item: unknown) => boolean): value is readonly unknown[] {
  return Array.isArray(value) && value.length > 0 && value.every(isOne)
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
