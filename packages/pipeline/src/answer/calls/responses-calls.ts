import type { WireEvent } from '@sluice/contracts'
import { type AnswerCalls, type MadeCall, memberOf } from './answer-calls.ts'

/** Calls that the provider carries out itself: `use-provider-tool` decides on them, and they are done by now. */
const BY_PROVIDER: ReadonlySet<string> = new Set([
  ...['web_search_call', 'file_search_call', 'code_interpreter_call', 'image_generation_call', 'mcp_call'],
  'tool_search_call',
])

/**
 * Calls in events of Responses, and in the whole response at the end. An item that is a call is whole where it is done;
 * its name is that of the function, or what its type says (`local_shell_call`).
 */
export class ResponsesCalls implements AnswerCalls<WireEvent> {
  readonly #open = new Set<unknown>()

  get isOpen(): boolean {
    return this.#open.size > 0
  }

  take({ type, item, output_index: place, response }: WireEvent): readonly MadeCall[] {
    const output = memberOf(response, 'output')
    if (Array.isArray(output)) {
      const calls = output.flatMap(callIn)
      // A response that has only begun holds nothing yet; the last one holds all.
      if (type !== 'response.created' && type !== 'response.in_progress') this.#open.clear()
      return calls
    }
    const calls = callIn(item)
    if (calls.length === 0) return []
    if (type === 'response.output_item.done') {
      this.#open.delete(place)
      return calls
    }
    this.#open.add(place)
    return []
  }

  /** What has begun and is not done was never named in full: nobody can say what it does. */
  end(): readonly MadeCall[] {
    const unknown = [...this.#open].map(() => ({ name: 'execute', input: undefined }))
    this.#open.clear()
    return unknown
  }
}

function callIn(item: unknown): readonly MadeCall[] {
  const type = memberOf(item, 'type')
  if (typeof type !== 'string' || !type.endsWith('_call') || BY_PROVIDER.has(type)) return []
  const name = memberOf(item, 'name')
  const input = memberOf(item, 'arguments') ?? memberOf(item, 'input') ?? memberOf(item, 'action')
  return [{ name: typeof name === 'string' ? name : type.slice(0, -'_call'.length), input }]
}
