/** Anthropic's stop reasons by OpenAI's. Source: https://docs.anthropic.com/en/api/handling-stop-reasons */
const STOP_REASONS: ReadonlyMap<unknown, string> = new Map([
  ['stop', 'end_turn'],
  ['length', 'max_tokens'],
  ['tool_calls', 'tool_use'],
  ['function_call', 'tool_use'],
  ['content_filter', 'refusal'],
])

/** OpenAI's finish reasons by Anthropic's. */
const FINISH_REASONS: ReadonlyMap<unknown, string> = new Map([
  ['end_turn', 'stop'],
  ['stop_sequence', 'stop'],
  ['pause_turn', 'stop'],
  ['max_tokens', 'length'],
  ['model_context_window_exceeded', 'length'],
  ['tool_use', 'tool_calls'],
  ['refusal', 'content_filter'],
])

/** How a message ended, by how a choice did. */
export function stopReasonOf(finishReason: unknown): string {
  return STOP_REASONS.get(finishReason) ?? 'end_turn'
}

/** How a choice ended, by how a message did. */
export function finishReasonOf(stopReason: unknown): string {
  return FINISH_REASONS.get(stopReason) ?? 'stop'
}
