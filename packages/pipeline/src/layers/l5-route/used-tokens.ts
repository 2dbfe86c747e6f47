import type { CompletionChunk, EmbeddingsAnswer, WireEvent } from '@sluice/contracts'
import type { Answer } from '../../answer/answer.ts'
import type { UsedTokens } from '../../ports/spending.ts'

type Members = Readonly<Record<string, unknown>>

/** About so many characters of an answer are a token (https://help.openai.com/en/articles/4936856). */
const CHARACTERS_PER_TOKEN = 4

/** Adds up what an answer says that it has cost, and how long it is where it says nothing. */
export class TokenCount {
  readonly #estimatedInput: number
  #input: number | undefined
  #cached = 0
  #output: number | undefined
  #isEstimated = false
  #characters = 0
  #model: unknown

  /** @param estimatedInput of the prompt, where the answer does not say it. */
  constructor(estimatedInput: number) {
    this.#estimatedInput = estimatedInput
  }

  /** Which model has answered, in the endpoint's own words; undefined where it does not say. */
  get model(): string | undefined {
    return typeof this.#model === 'string' ? this.#model : undefined
  }

  seeChunk({ choices, model, usage }: CompletionChunk): void {
    this.#model = model ?? this.#model
    for (const { delta } of choices) {
      this.#characters += lengthOf(delta.content) + lengthOf(delta.reasoning_content)
      for (const call of delta.tool_calls ?? []) this.#characters += lengthOf(call.function?.arguments)
    }
    if (usage) this.#say(usage, usage.prompt_tokens, usage.completion_tokens, usage.prompt_tokens_details)
  }

  seeEvent(event: WireEvent): void {
    const { delta, message, response } = event
    if (typeof delta === 'string') this.#characters += delta.length
    else if (isMembers(delta)) {
      this.#characters += lengthOf(delta.text) + lengthOf(delta.partial_json) + lengthOf(delta.thinking)
    }
    // Of Messages at its beginning, its end, and as a whole; of Responses at its end.
    const isBeginning = event.type === 'message_start'
    for (const holder of [message, event, response]) {
      if (!isMembers(holder)) continue
      this.#sayOfEvents(holder.usage, isBeginning)
      this.#model = holder.model ?? this.#model
    }
  }

  seeWhole({ model, usage }: EmbeddingsAnswer): void {
    this.#model = model
    this.#say({}, usage.prompt_tokens, 0, undefined)
  }

  used(): UsedTokens {
    return {
      input: this.#input ?? this.#estimatedInput,
      cachedInput: this.#cached,
      output: this.#output ?? Math.ceil(this.#characters / CHARACTERS_PER_TOKEN),
      isEstimated: this.#isEstimated || this.#input === undefined || this.#output === undefined,
    }
  }

  /**
   * Anthropic counts what was cached beside the input, OpenAI as a part of it. What a beginning says of the output is
   * no count yet, and an input of nothing is not known yet: else who leaves an answer early would pay nothing.
   */
  #sayOfEvents(usage: unknown, isBeginning: boolean): void {
    if (!isMembers(usage)) return
    const { input_tokens: input, output_tokens: output, cache_read_input_tokens: read } = usage
    const all = isCount(input) ? input + countOf(read) + countOf(usage.cache_creation_input_tokens) : undefined
    const [saidInput, saidOutput] = isBeginning ? [all === 0 ? undefined : all, undefined] : [all, output]
    this.#say(usage, saidInput, saidOutput, usage.input_tokens_details)
    if (isCount(read)) this.#cached = read
  }

  #say(usage: Members, input: unknown, output: unknown, details: unknown): void {
    if (isCount(input)) this.#input = input
    if (isCount(output)) this.#output = output
    if (isMembers(details) && isCount(details.cached_tokens)) this.#cached = details.cached_tokens
    if (usage.estimated === true) this.#isEstimated = true
  }
}

/**
 * The same answer, counted as it passes. `onEnd` is called once: when it ends, breaks off, or its reader leaves it.
 */
export function counted(answer: Answer, count: TokenCount, onEnd: () => void): Answer {
  switch (answer.kind) {
    case 'chunks':
      return { kind: 'chunks', chunks: watched(answer.chunks, (chunk) => count.seeChunk(chunk), onEnd) }
    case 'events':
      return { kind: 'events', events: watched(answer.events, (event) => count.seeEvent(event), onEnd) }
    case 'whole':
      if ('usage' in answer.value) count.seeWhole(answer.value)
      onEnd()
      return answer
  }
}

/** Not a generator: one that is left before its first item would not run to its `finally`. */
function watched<Item>(
  items: AsyncIterable<readonly Item[]>,
  see: (item: Item) => void,
  onEnd: () => void,
): AsyncIterable<readonly Item[]> {
  const source = items[Symbol.asyncIterator]()
  const iterator: AsyncIterator<readonly Item[], undefined> = {
    async next() {
      try {
        const read = await source.next()
        if (read.done) {
          onEnd()
          return { done: true, value: undefined }
        }
        for (const item of read.value) see(item)
        return read
      } catch (error) {
        onEnd()
        throw error
      }
    },
    async return() {
      onEnd()
      await source.return?.()
      return { done: true, value: undefined }
    },
  }
  return { [Symbol.asyncIterator]: () => iterator }
}

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
}

function countOf(value: unknown): number {
  return isCount(value) ? value : 0
}

function lengthOf(text: unknown): number {
  return typeof text === 'string' ? text.length : 0
}
