import {
  type ChunkChoice,
  type Completion,
  type CompletionChunk,
  SluiceError,
  type ToolCallDelta,
  type Usage,
} from '@sluice/contracts'
import { type Gathered, gatherMembers, replaceMembers } from './merge.ts'

/** Members with a meaning of their own; the others are gathered without knowing them. */
const CHUNK_MEMBERS: ReadonlySet<string> = new Set(['id', 'object', 'created', 'model', 'choices', 'usage'])
const CHOICE_MEMBERS: ReadonlySet<string> = new Set(['index', 'delta', 'finish_reason', 'logprobs'])
const DELTA_MEMBERS: ReadonlySet<string> = new Set(['role', 'content', 'tool_calls'])

type Choice = Completion['choices'][number]
type ToolCall = NonNullable<Choice['message']['tool_calls']>[number]

/**
 * Collects a stream into the answer that the same request gets without `stream: true`. Members that nobody here knows
 * survive at every level: in the chunk and the choice the last value counts, in the delta they are gathered.
 * `content` is null where no delta brought any; choices and tool calls stand in the order of their index.
 * Rejects as the stream does, and with `upstream_interrupted` where it holds no chunk at all.
 */
export async function collect(chunks: AsyncIterable<readonly CompletionChunk[]>): Promise<Completion> {
  const collector = new Collector()
  for await (const batch of chunks) for (const chunk of batch) collector.push(chunk)
  const completion = collector.completion()
  if (completion === undefined) throw new SluiceError('upstream_interrupted')
  return completion
}

/** Gathers a stream as it passes; see `collect`. */
export class Collector {
  readonly #rest: Gathered = {}
  readonly #choices = new Map<number, ChoiceCollector>()
  #first: CompletionChunk | undefined
  #usage: Usage | null | undefined

  push(chunk: CompletionChunk): void {
    this.#first ??= chunk
    this.#usage = chunk.usage ?? this.#usage ?? chunk.usage
    replaceMembers(this.#rest, chunk, CHUNK_MEMBERS)
    for (const choice of chunk.choices) {
      const known = this.#choices.get(choice.index) ?? new ChoiceCollector(choice.index)
      this.#choices.set(choice.index, known)
      known.push(choice)
    }
  }

  /** The answer as far as it has come; undefined before the first chunk. */
  completion(): Completion | undefined {
    if (this.#first === undefined) return undefined
    const { id, created, model } = this.#first
    const choices = [...this.#choices.values()].sort((a, b) => a.index - b.index).map((choice) => choice.finish())
    const usage = this.#usage === undefined ? {} : { usage: this.#usage }
    return { ...this.#rest, id, object: 'chat.completion', created, model, choices, ...usage }
  }
}

class ChoiceCollector {
  readonly index: number
  readonly #rest: Gathered = {}
  readonly #message: Gathered = {}
  readonly #toolCalls = new Map<number, ToolCallCollector>()
  #role: string | undefined
  #content: string | null = null
  #noToolCalls: null | undefined
  #sawToolCalls = false
  #finishReason: string | null = null

  constructor(index: number) {
    this.index = index
  }

  push(choice: ChunkChoice): void {
    const { delta, finish_reason, logprobs } = choice
    const { role, content, tool_calls } = delta
    this.#role ??= role ?? undefined
    if (typeof content === 'string') this.#content = (this.#content ?? '') + content
    this.#finishReason = finish_reason ?? this.#finishReason
    if (tool_calls === null) this.#noToolCalls = null
    for (const call of tool_calls ?? []) this.#pushToolCall(call)
    this.#sawToolCalls ||= Array.isArray(tool_calls)
    gatherMembers(this.#message, delta, DELTA_MEMBERS)
    replaceMembers(this.#rest, choice, CHOICE_MEMBERS)
    // One entry per token in each of its arrays: they grow with the stream.
    if (logprobs !== undefined) gatherMembers(this.#rest, { logprobs })
  }

  #pushToolCall(delta: ToolCallDelta): void {
    const known = this.#toolCalls.get(delta.index) ?? new ToolCallCollector(delta.index)
    this.#toolCalls.set(delta.index, known)
    known.push(delta)
  }

  finish(): Choice {
    const calls = [...this.#toolCalls.values()].sort((a, b) => a.index - b.index).map((call) => call.finish())
    const toolCalls = this.#sawToolCalls ? calls : this.#noToolCalls
    return {
      ...this.#rest,
      index: this.index,
      message: {
        ...this.#message,
        role: this.#role ?? 'assistant',
        content: this.#content,
        ...(toolCalls === undefined ? {} : { tool_calls: toolCalls }),
      },
      finish_reason: this.#finishReason,
    }
  }
}

class ToolCallCollector {
  readonly index: number
  readonly #rest: Gathered = {}
  readonly #function: Gathered = {}
  #name = ''
  #arguments = ''
  #isFunction = false

  constructor(index: number) {
    this.index = index
  }

  push({ index: _index, function: called, ...others }: ToolCallDelta): void {
    gatherMembers(this.#rest, others)
    if (called === undefined) return
    const { name, arguments: piece, ...members } = called
    this.#isFunction = true
    this.#name = name ?? this.#name
    this.#arguments += piece ?? ''
    gatherMembers(this.#function, members)
  }

  finish(): ToolCall {
    if (!this.#isFunction) return { ...this.#rest }
    return {
      type: 'function',
      ...this.#rest,
      function: { ...this.#function, name: this.#name, arguments: this.#arguments },
    }
  }
}
