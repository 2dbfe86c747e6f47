import { SluiceError, type WireEvent } from '@sluice/contracts'

type Members = Readonly<Record<string, unknown>>

/**
 * Collects the events of an answer into the message that the same request gets without `stream: true`. Rejects as the
 * events do, with `upstream_interrupted` where they hold no message, and with `upstream_invalid_answer` where the input
 * of a tool is not JSON.
 */
export async function collectMessage(events: AsyncIterable<readonly WireEvent[]>): Promise<WireEvent> {
  const collector = new MessageCollector()
  for await (const batch of events) for (const event of batch) collector.push(event)
  return collector.message()
}

/** Gathers the events of one message. */
export class MessageCollector {
  readonly #blocks = new Map<number, BlockCollector>()
  #message: WireEvent | undefined

  push(event: WireEvent): void {
    switch (event.type) {
      case 'message':
        this.#message = event
        return
      case 'message_start':
        if (isRecord(event.message)) this.#message = { ...event.message, type: 'message' }
        return
      case 'content_block_start':
        if (isRecord(event.content_block))
          this.#blocks.set(Number(event.index), new BlockCollector(event.content_block))
        return
      case 'content_block_delta':
        if (isRecord(event.delta)) this.#blocks.get(Number(event.index))?.push(event.delta)
        return
      case 'message_delta':
        this.#end(event)
    }
  }

  /** Throws as `collectMessage` rejects. */
  message(): WireEvent {
    if (this.#message === undefined) throw new SluiceError('upstream_interrupted')
    if (this.#blocks.size === 0) return this.#message
    const content = [...this.#blocks].sort(([one], [other]) => one - other).map(([, block]) => block.finish())
    return { ...this.#message, content }
  }

  #end({ type: _, delta, usage, ...others }: WireEvent): void {
    if (this.#message === undefined) return
    const before = isRecord(this.#message.usage) ? this.#message.usage : {}
    const after = isRecord(usage) ? { usage: { ...before, ...usage } } : {}
    this.#message = { ...this.#message, ...others, ...(isRecord(delta) ? delta : {}), ...after, type: 'message' }
  }
}

/** Deltas whose string continues a member of the block. */
const GROWING: ReadonlyMap<unknown, readonly [from: string, to: string]> = new Map([
  ['text_delta', ['text', 'text']],
  ['thinking_delta', ['thinking', 'thinking']],
])

class BlockCollector {
  #block: Members
  #json = ''

  constructor(block: Members) {
    this.#block = block
  }

  push(delta: Members): void {
    const growing = GROWING.get(delta.type)
    if (growing !== undefined) {
      const [from, to] = growing
      this.#block = { ...this.#block, [to]: textOf(this.#block[to]) + textOf(delta[from]) }
    } else if (delta.type === 'input_json_delta') this.#json += textOf(delta.partial_json)
    else if (delta.type === 'signature_delta') this.#block = { ...this.#block, signature: delta.signature }
    else if (delta.type === 'citations_delta') {
      const before: readonly unknown[] = Array.isArray(this.#block.citations) ? this.#block.citations : []
      this.#block = { ...this.#block, citations: [...before, delta.citation] }
    }
  }

  finish(): Members {
    if (this.#json === '') return this.#block
    return { ...this.#block, input: parsed(this.#json) }
  }
}

function parsed(json: string): unknown {
  try {
    const value: unknown = JSON.parse(json)
    return value
  } catch {
    // The parser's message quotes the text, which is content.
    throw new SluiceError('upstream_invalid_answer', { cause: new Error('The input of a tool is not JSON.') })
  }
}

function isRecord(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
