import type { ChunkChoice, CompletionChunk } from '@sluice/contracts'
import { type AnswerCalls, callsOf, type GrowingCall, type MadeCall, memberOf, stringsOf } from './answer-calls.ts'

/** Calls in chunks of chat: a call comes in pieces with an index, and is whole where its choice ends. */
export class ChatCalls implements AnswerCalls<CompletionChunk> {
  readonly #open = new Map<number, Map<string, GrowingCall>>()

  get isOpen(): boolean {
    return this.#open.size > 0
  }

  take({ choices }: CompletionChunk): readonly MadeCall[] {
    const whole: MadeCall[] = []
    for (const choice of choices) {
      this.#gather(choice)
      if (typeof choice.finish_reason === 'string') whole.push(...this.#close(choice.index))
    }
    return whole
  }

  end(): readonly MadeCall[] {
    return [...this.#open.keys()].flatMap((choice) => this.#close(choice))
  }

  #gather({ index, delta }: ChunkChoice): void {
    for (const call of delta.tool_calls ?? []) {
      const made = memberOf(call, 'function') ?? memberOf(call, 'custom')
      this.#add(index, `${call.index}`, made)
    }
    // The form from before there were tools.
    const old = memberOf(delta, 'function_call')
    if (typeof old === 'object' && old !== null) this.#add(index, 'function_call', old)
  }

  #add(choice: number, key: string, made: unknown): void {
    const calls = this.#open.get(choice) ?? new Map<string, GrowingCall>()
    this.#open.set(choice, calls)
    const call = calls.get(key) ?? { names: [], pieces: [] }
    calls.set(key, call)
    call.names.push(...stringsOf(memberOf(made, 'name')))
    call.pieces.push(...stringsOf(memberOf(made, 'arguments'), memberOf(made, 'input')))
  }

  #close(choice: number): readonly MadeCall[] {
    const calls = this.#open.get(choice)
    this.#open.delete(choice)
    return [...(calls?.values() ?? [])].flatMap(callsOf)
  }
}
