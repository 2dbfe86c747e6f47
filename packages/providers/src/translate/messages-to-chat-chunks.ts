import type { CompletionChunk, WireEvent } from '@sluice/contracts'
import { AnswerFault } from '../answer-fault.ts'
import { isRecord } from '../is-record.ts'
import type { AnswerDefaults } from '../repair-answer.ts'
import { finishReasonOf } from './stop-reasons.ts'
import { toChatUsage } from './usage.ts'

type Members = Readonly<Record<string, unknown>>
type Delta = CompletionChunk['choices'][number]['delta']

/**
 * Writes the events of a message, or a whole message, as the chunks of a chat answer. What the model has thought comes
 * as `reasoning_content`, without its signature; what a stream has cost in a last chunk without choices.
 */
export class ChatWriter {
  readonly #defaults: AnswerDefaults
  /** The place among the calls of each block that is one. */
  readonly #calls = new Map<unknown, number>()
  #usage: Members = {}

  constructor(defaults: AnswerDefaults) {
    this.#defaults = defaults
  }

  /** The chunks that an event brings. Throws `AnswerFault` for an event that reports a failure. */
  take(event: WireEvent): readonly CompletionChunk[] {
    switch (event.type) {
      case 'message':
        return this.#whole(event)
      case 'message_start':
        if (isRecord(event.message) && isRecord(event.message.usage)) this.#usage = event.message.usage
        return [this.#say({ role: 'assistant', content: '' })]
      case 'content_block_start':
        return isRecord(event.content_block) ? this.#start(event.index, event.content_block) : []
      case 'content_block_delta':
        return isRecord(event.delta) ? this.#continue(event.index, event.delta) : []
      case 'message_delta':
        return this.#end(event)
      case 'error':
        throw new AnswerFault('reported')
      default:
        return []
    }
  }

  #start(block: unknown, { type, id, name, text }: Members): readonly CompletionChunk[] {
    if (type === 'tool_use') {
      const index = this.#calls.size
      this.#calls.set(block, index)
      const called = { name: String(name ?? ''), arguments: '' }
      return [this.#say({ tool_calls: [{ index, id: String(id ?? ''), type: 'function', function: called }] })]
    }
    return type === 'text' && typeof text === 'string' && text !== '' ? [this.#say({ content: text })] : []
  }

  #continue(block: unknown, { type, text, thinking, partial_json: json }: Members): readonly CompletionChunk[] {
    if (type === 'text_delta' && typeof text === 'string') return [this.#say({ content: text })]
    if (type === 'thinking_delta' && typeof thinking === 'string') return [this.#say({ reasoning_content: thinking })]
    const index = this.#calls.get(block)
    if (type !== 'input_json_delta' || typeof json !== 'string' || index === undefined) return []
    return [this.#say({ tool_calls: [{ index, function: { arguments: json } }] })]
  }

  #end({ delta, usage }: WireEvent): readonly CompletionChunk[] {
    if (isRecord(usage)) this.#usage = { ...this.#usage, ...withoutNulls(usage) }
    const finish_reason = finishReasonOf(isRecord(delta) ? delta.stop_reason : undefined)
    const last = this.#chunk([{ index: 0, delta: {}, finish_reason }])
    return [last, { ...this.#chunk([]), usage: toChatUsage(this.#usage) }]
  }

  #whole({ content, stop_reason, usage }: WireEvent): readonly CompletionChunk[] {
    const blocks: readonly unknown[] = Array.isArray(content) ? content : []
    const known = blocks.filter(isRecord)
    const text = joined(known, 'text', 'text')
    const thoughts = joined(known, 'thinking', 'thinking')
    const calls = known
      .filter(({ type }) => type === 'tool_use')
      .map(({ id, name, input }, index) => {
        const called = { name: String(name ?? ''), arguments: JSON.stringify(input ?? {}) }
        return { index, id: String(id ?? ''), type: 'function', function: called }
      })
    const delta = {
      role: 'assistant',
      content: text,
      ...(thoughts === null ? {} : { reasoning_content: thoughts }),
      ...(calls.length === 0 ? {} : { tool_calls: calls }),
    }
    const choice = { index: 0, delta, finish_reason: finishReasonOf(stop_reason) }
    return [{ ...this.#chunk([choice]), usage: toChatUsage(usage) }]
  }

  #say(delta: Delta): CompletionChunk {
    return this.#chunk([{ index: 0, delta, finish_reason: null }])
  }

  #chunk(choices: CompletionChunk['choices']): CompletionChunk {
    return { ...this.#defaults, object: 'chat.completion.chunk', choices }
  }
}

/** The texts of all blocks of a type; null where there is none. */
function joined(blocks: readonly Members[], type: string, member: string): string | null {
  const texts = blocks.flatMap((block) => (block.type === type ? [String(block[member] ?? '')] : []))
  return texts.length === 0 ? null : texts.join('')
}

function withoutNulls(usage: Members): Members {
  return Object.fromEntries(Object.entries(usage).filter(([, value]) => value !== null))
}
