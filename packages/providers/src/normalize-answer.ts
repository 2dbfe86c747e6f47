import type { ChunkChoice, CompletionChunk, ToolCallDelta, Usage } from '@sluice/contracts'

/** The wire's own words for how a choice ended. */
const FINISH_REASONS: ReadonlySet<string> = new Set(['stop', 'length', 'tool_calls', 'content_filter'])

/**
 * Other words for them. Sources: OpenAI's functions before tools, Anthropic's and Google's stop reasons, Cohere's and
 * Mistral's finish reasons, text-generation-inference. Whatever is not listed ended somehow: `stop`.
 */
const OTHER_WORDS: ReadonlyMap<string, string> = new Map([
  ['function_call', 'tool_calls'],
  ['tool_use', 'tool_calls'],
  ['tool_call', 'tool_calls'],
  ['max_tokens', 'length'],
  ['model_length', 'length'],
  ['model_context_window_exceeded', 'length'],
  ['safety', 'content_filter'],
  ['recitation', 'content_filter'],
  ['prohibited_content', 'content_filter'],
  ['blocklist', 'content_filter'],
  ['spii', 'content_filter'],
  ['refusal', 'content_filter'],
  ['error_toxic', 'content_filter'],
])

/**
 * Gives the chunks of one chat answer the words that clients depend on: the role `assistant`, one of the four finish
 * reasons, and an id for every call of a tool. Chunks are changed in place: nobody has seen them yet.
 */
export class ChatNormalizer {
  readonly #answerId: string
  /** The calls that have begun, by choice and index. */
  readonly #calls = new Set<string>()
  #isCallingTools = false

  /** @param answerId makes the ids of calls unlike those of other answers. */
  constructor(answerId: string) {
    this.#answerId = answerId
  }

  take(chunk: CompletionChunk): CompletionChunk {
    for (const choice of chunk.choices) this.#takeChoice(choice)
    return chunk
  }

  #takeChoice(choice: ChunkChoice): void {
    const { delta, finish_reason } = choice
    if (typeof delta.role === 'string' && delta.role !== 'assistant') delta.role = 'assistant'
    for (const call of delta.tool_calls ?? []) this.#takeCall(choice.index, call)
    if (typeof finish_reason !== 'string' || FINISH_REASONS.has(finish_reason)) return
    const fallback = this.#isCallingTools ? 'tool_calls' : 'stop'
    choice.finish_reason = OTHER_WORDS.get(finish_reason.toLowerCase()) ?? fallback
  }

  #takeCall(choice: number, call: ToolCallDelta): void {
    this.#isCallingTools = true
    const place = `${choice}_${call.index}`
    if (this.#calls.has(place)) return
    this.#calls.add(place)
    // A custom tool has its own member, and a first piece without a type is a function's.
    if (call.function !== undefined) call.type ??= 'function'
    if (call.id === undefined || call.id === '') call.id = `call_${this.#answerId}_${place}`
  }
}

/** About so many bytes of text are a token (https://help.openai.com/en/articles/4936856). */
const BYTES_PER_TOKEN = 4

/** About how many tokens so many bytes of text are. */
export function estimatedTokens(bytes: number): number {
  return Math.ceil(bytes / BYTES_PER_TOKEN)
}

/** What an answer has cost, estimated where the endpoint does not say it. */
export class UsageEstimate {
  readonly #promptTokens: number
  #answerChars = 0
  #isSaid = false

  /** @param sentBytes of the request as it was sent, tokens in the place of values. */
  constructor(sentBytes: number) {
    this.#promptTokens = estimatedTokens(sentBytes)
  }

  see({ choices, usage }: CompletionChunk): void {
    if (usage) this.#isSaid = true
    for (const { delta } of choices) {
      this.#answerChars += delta.content?.length ?? 0
      for (const call of delta.tool_calls ?? []) this.#answerChars += call.function?.arguments?.length ?? 0
    }
  }

  /** Undefined where the endpoint has said it. */
  usage(): Usage | undefined {
    if (this.#isSaid) return undefined
    const completion_tokens = estimatedTokens(this.#answerChars)
    const total_tokens = this.#promptTokens + completion_tokens
    return { prompt_tokens: this.#promptTokens, completion_tokens, total_tokens, estimated: true }
  }
}
