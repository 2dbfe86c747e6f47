import type { WireEvent } from '@sluice/contracts'
import { type AnswerCalls, callsOf, type GrowingCall, type MadeCall, memberOf, stringsOf } from './answer-calls.ts'

/** Calls in events of Messages: a block `tool_use` is whole where it stops. Tools of the provider's are its own. */
export class MessagesCalls implements AnswerCalls<WireEvent> {
  readonly #open = new Map<unknown, GrowingCall>()

  get isOpen(): boolean {
    return this.#open.size > 0
  }

  take(event: WireEvent): readonly MadeCall[] {
    const { type, index } = event
    switch (type) {
      case 'message':
      case 'message_start': {
        const content = type === 'message' ? event.content : memberOf(event.message, 'content')
        return Array.isArray(content)
          ? content.flatMap((block) => callsOf(callIn(block) ?? NO_CALL)).filter(isNamed)
          : []
      }
      case 'content_block_start': {
        const call = callIn(event.content_block)
        if (call !== undefined) this.#open.set(index, call)
        return []
      }
      case 'content_block_delta':
        this.#open.get(index)?.pieces.push(...stringsOf(memberOf(event.delta, 'partial_json')))
        return []
      case 'content_block_stop':
        return this.#close(index)
      case 'message_delta':
      case 'message_stop':
        return this.end()
      default:
        return []
    }
  }

  end(): readonly MadeCall[] {
    return [...this.#open.keys()].flatMap((index) => this.#close(index))
  }

  #close(index: unknown): readonly MadeCall[] {
    const call = this.#open.get(index)
    this.#open.delete(index)
    return call === undefined ? [] : callsOf(call)
  }
}

const NO_CALL: GrowingCall = { names: [], pieces: [] }

function isNamed({ name }: MadeCall): boolean {
  return name !== ''
}

function callIn(block: unknown): GrowingCall | undefined {
  if (memberOf(block, 'type') !== 'tool_use') return undefined
  return { names: [...stringsOf(memberOf(block, 'name'))], pieces: [], input: memberOf(block, 'input') }
}
