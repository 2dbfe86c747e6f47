import type { WireEvent } from '@sluice/contracts'

type Members = Readonly<Record<string, unknown>>

/**
 * A whole message as the events of a stream: a stream was asked for, and the answer came in one piece. `collectMessage`
 * gives the message back.
 */
export function replayMessage(message: WireEvent): readonly WireEvent[] {
  const { content, stop_reason, stop_sequence = null, usage, ...head } = message
  const blocks: readonly unknown[] = Array.isArray(content) ? content : []
  return [
    { type: 'message_start', message: { ...head, content: [], stop_reason: null, stop_sequence: null, usage } },
    ...blocks.flatMap((block, index) => (isRecord(block) ? eventsOf(block, index) : [])),
    { type: 'message_delta', delta: { stop_reason, stop_sequence }, usage: outputOf(usage) },
    { type: 'message_stop' },
  ]
}

function eventsOf(block: Members, index: number): readonly WireEvent[] {
  const { begun, deltas } = splitBlock(block)
  return [
    { type: 'content_block_start', index, content_block: begun },
    ...deltas.map((delta) => ({ type: 'content_block_delta', index, delta })),
    { type: 'content_block_stop', index },
  ]
}

/** A block as a stream begins it, and the deltas that make it whole. A block that no delta makes begins whole. */
function splitBlock(block: Members): { readonly begun: Members; readonly deltas: readonly Members[] } {
  switch (block.type) {
    case 'text': {
      const { citations, ...rest } = block
      const cited: readonly unknown[] = Array.isArray(citations) ? citations : []
      const deltas = cited.map((citation) => ({ type: 'citations_delta', citation }))
      return { begun: { ...rest, text: '' }, deltas: [...deltas, { type: 'text_delta', text: block.text }] }
    }
    case 'thinking': {
      const thinking = { type: 'thinking_delta', thinking: block.thinking }
      const signature = { type: 'signature_delta', signature: block.signature }
      return { begun: { ...block, thinking: '', signature: '' }, deltas: [thinking, signature] }
    }
    case 'tool_use':
      return {
        begun: { ...block, input: {} },
        deltas: [{ type: 'input_json_delta', partial_json: JSON.stringify(block.input ?? {}) }],
      }
    default:
      return { begun: block, deltas: [] }
  }
}

function outputOf(usage: unknown): Members {
  return isRecord(usage) ? { output_tokens: usage.output_tokens } : { output_tokens: 0 }
}

function isRecord(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
