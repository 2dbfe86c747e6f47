import type {
  LanguageModelV4FinishReason,
  LanguageModelV4GenerateResult,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
} from '@ai-sdk/provider'
import type { CompletionChunk, ToolCallDelta, Usage } from '@sluice/contracts'
import { AnswerFault } from '../answer-fault.ts'
import { isCount } from '../check-answer.ts'
import { isRecord } from '../is-record.ts'
import type { AnswerDefaults } from '../repair-answer.ts'

type Delta = CompletionChunk['choices'][number]['delta']
type Metadata = Readonly<Record<string, unknown>> | undefined
type MarkSeal = (original: string, covered: string) => string

interface BegunCall {
  readonly index: number
  hasInput: boolean
  isSigned: boolean
}

const FINISH_REASONS: Readonly<Record<string, string>> = {
  stop: 'stop',
  length: 'length',
  'tool-calls': 'tool_calls',
  'content-filter': 'content_filter',
}

/**
 * Writes an answer of the AI SDK as the chunks of a chat answer. Thoughts come as `reasoning_content`; Gemini's
 * signature of them stands with the call that it belongs to, marked, where Gemini's own chat wire has it.
 */
export class AnswerChunks {
  readonly #defaults: AnswerDefaults
  readonly #mark: MarkSeal
  readonly #calls = new Map<string, BegunCall>()
  #hasBegun = false

  constructor(defaults: AnswerDefaults, mark: MarkSeal) {
    this.#defaults = defaults
    this.#mark = mark
  }

  /** The chunks that a part of a stream brings. Throws `AnswerFault` for one that reports a failure. */
  take(part: LanguageModelV4StreamPart): readonly CompletionChunk[] {
    switch (part.type) {
      case 'text-delta':
        return this.#say({ content: part.delta })
      case 'reasoning-delta':
        return part.delta === '' ? [] : this.#say({ reasoning_content: part.delta })
      case 'tool-input-start':
        return this.#beginCall(part.id, part.toolName, part.providerMetadata)
      case 'tool-input-delta':
        return this.#continueCall(part.id, part.delta)
      case 'tool-call':
        return this.#wholeCall(part.toolCallId, part.toolName, part.input, part.providerMetadata)
      case 'finish':
        return this.#finish(part.finishReason, part.usage)
      case 'error':
        throw reportedFault(part.error)
      case 'file':
      case 'reasoning-file':
      case 'tool-result':
        // Nothing of the kind was asked for, and no layer would look at it.
        throw new AnswerFault('malformed')
      default:
        return []
    }
  }

  /** The one chunk of an answer that is no stream. Throws `AnswerFault`. */
  whole({ content, finishReason, usage }: LanguageModelV4GenerateResult): CompletionChunk {
    const texts: string[] = []
    const thoughts: string[] = []
    const calls: ToolCallDelta[] = []
    for (const part of content) {
      if (part.type === 'text') texts.push(part.text)
      else if (part.type === 'reasoning') thoughts.push(part.text)
      else if (part.type === 'tool-call') {
        const called = { name: part.toolName, arguments: part.input }
        const place = { index: calls.length, id: part.toolCallId, type: 'function', function: called }
        calls.push({ ...place, ...this.#signature(part.providerMetadata) })
      } else if (part.type !== 'source') throw new AnswerFault('malformed')
    }
    const delta: Delta = {
      role: 'assistant',
      content: texts.length === 0 ? null : texts.join(''),
      ...(thoughts.length === 0 ? {} : { reasoning_content: thoughts.join('') }),
      ...(calls.length === 0 ? {} : { tool_calls: calls }),
    }
    const choice = { index: 0, delta, finish_reason: finishReasonOf(finishReason) }
    const said = usageOf(usage)
    return { ...this.#chunk([choice]), ...(said === undefined ? {} : { usage: said }) }
  }

  #beginCall(id: string, name: string, metadata: Metadata): readonly CompletionChunk[] {
    const signature = this.#signature(metadata)
    const call = { index: this.#calls.size, hasInput: false, isSigned: signature !== undefined }
    this.#calls.set(id, call)
    const begun = { index: call.index, id, type: 'function', function: { name, arguments: '' }, ...signature }
    return this.#say({ tool_calls: [begun] })
  }

  #continueCall(id: string, json: string): readonly CompletionChunk[] {
    const call = this.#calls.get(id)
    if (call === undefined) throw new AnswerFault('malformed')
    if (json === '') return []
    call.hasInput = true
    return this.#say({ tool_calls: [{ index: call.index, function: { arguments: json } }] })
  }

  /** What of a call was not said yet. */
  #wholeCall(id: string, name: string, input: string, metadata: Metadata): readonly CompletionChunk[] {
    const chunks = this.#calls.has(id) ? [] : [...this.#beginCall(id, name, metadata)]
    const call = this.#calls.get(id)
    if (call === undefined) return chunks
    if (!call.hasInput) chunks.push(...this.#continueCall(id, input))
    const signature = call.isSigned ? undefined : this.#signature(metadata)
    if (signature !== undefined) chunks.push(...this.#say({ tool_calls: [{ index: call.index, ...signature }] }))
    return chunks
  }

  #signature(metadata: Metadata): { extra_content: { google: { thought_signature: string } } } | undefined {
    const signature = isRecord(metadata?.google) ? metadata.google.thoughtSignature : undefined
    if (typeof signature !== 'string' || signature === '') return undefined
    return { extra_content: { google: { thought_signature: this.#mark(signature, '') } } }
  }

  #finish(reason: LanguageModelV4FinishReason, usage: LanguageModelV4Usage): readonly CompletionChunk[] {
    const last = this.#chunk([{ index: 0, delta: {}, finish_reason: finishReasonOf(reason) }])
    const said = usageOf(usage)
    return said === undefined ? [last] : [last, { ...this.#chunk([]), usage: said }]
  }

  #say(delta: Delta): readonly CompletionChunk[] {
    const role = this.#hasBegun ? {} : { role: 'assistant' }
    this.#hasBegun = true
    return [this.#chunk([{ index: 0, delta: { ...role, ...delta }, finish_reason: null }])]
  }

  #chunk(choices: CompletionChunk['choices']): CompletionChunk {
    return { ...this.#defaults, object: 'chat.completion.chunk', choices }
  }
}

/**
 * The provider's own word where the package knows no other. Throws `AnswerFault` where the answer did not end: a
 * provider that is done says why.
 */
function finishReasonOf({ unified, raw }: LanguageModelV4FinishReason): string {
  if (unified === 'error') throw new AnswerFault('reported', { reported: { body: {} } })
  if (raw === undefined) throw new AnswerFault('incomplete')
  return FINISH_REASONS[unified] ?? raw
}

function usageOf({ inputTokens, outputTokens }: LanguageModelV4Usage): Usage | undefined {
  const { total: prompt, cacheRead } = inputTokens
  const { total: completion, reasoning } = outputTokens
  if (!isCount(prompt) || !isCount(completion)) return undefined
  return {
    prompt_tokens: prompt,
    completion_tokens: completion,
    total_tokens: prompt + completion,
    ...(isCount(cacheRead) ? { prompt_tokens_details: { cached_tokens: cacheRead } } : {}),
    ...(isCount(reasoning) ? { completion_tokens_details: { reasoning_tokens: reasoning } } : {}),
  }
}

/** An error among the parts: the provider's own report, or what the package could not read. */
function reportedFault(error: unknown): AnswerFault {
  if (error instanceof AnswerFault) return error
  if (!isRecord(error) || typeof error.statusCode !== 'number') return new AnswerFault('malformed')
  const { statusCode: status, message, type } = error
  const body = {
    ...(typeof message === 'string' ? { message } : {}),
    ...(typeof type === 'string' ? { type } : {}),
  }
  return new AnswerFault('reported', { reported: { status, body } })
}
