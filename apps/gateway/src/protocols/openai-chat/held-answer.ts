import { type ActionCategory, type Completion, type CompletionChunk, completionSchema } from '@sluice/contracts'
import { type Answer, answerOf, type HeldThing, heldSentence } from '@sluice/pipeline'
import { completionToChunk } from '@sluice/pipeline/ports'
import { completionIdOf } from '../../approvals/completion-id.ts'
import type { Held, HeldWire, StreamEnding } from '../../delivery/held.ts'
import { type AdmittedChat, noticeOf } from './notice.ts'

/** How chat says that something waits for a human. */
export function heldChat(admitted: AdmittedChat): HeldWire {
  return {
    answer: (held) => heldAnswer(admitted, held),
    ending: { kind: 'chunks', open: () => new ChatEnding() },
  }
}

/** Ends a stream of which some text has left: every choice that has not ended says that the rest waits. */
class ChatEnding implements StreamEnding<CompletionChunk> {
  readonly #open = new Set<number>()
  readonly #ended = new Set<number>()
  #last: CompletionChunk | undefined
  #hasText = false

  passed(chunk: CompletionChunk): void {
    this.#last = chunk
    for (const { index, delta, finish_reason } of chunk.choices) {
      this.#hasText ||= typeof delta.content === 'string' && delta.content !== ''
      if (typeof finish_reason === 'string') this.#ended.add(index)
      else this.#open.add(index)
    }
  }

  end(held: Held): readonly CompletionChunk[] {
    if (this.#last === undefined) return []
    const { id, created, model } = this.#last
    const head = { id, object: 'chat.completion.chunk', created, model } as const
    const content = `${this.#hasText ? '\n\n' : ''}${heldSentence(held.reason.category, held.what)}`
    const open = [...this.#open].filter((index) => !this.#ended.has(index)).toSorted((one, other) => one - other)
    const choices = open.map((index) => ({ index, delta: { content }, finish_reason: 'content_filter' as const }))
    const usage = usageOf(held)
    return [{ ...head, choices }, ...(usage === undefined ? [] : [{ ...head, choices: [], usage }])]
  }
}

/** What the answer has cost that waits; undefined where it does not say so. */
function usageOf({ usage }: Held): Completion['usage'] {
  return completionSchema.shape.usage.safeParse(usage).data
}

/**
 * The answer to a request that waits for a human: a completion like any other, because a client cannot be expected to
 * know anything else (gateway specification, section 7: reported through `approval_required`). A stream gets it in one
 * chunk.
 */
function heldAnswer(admitted: AdmittedChat, held: Held): Answer {
  const { approvalId, reason, what } = held
  const { body } = admitted.origin.request
  const said = heldCompletion({ ...noticeOf(admitted), id: completionIdOf(approvalId), what, ...reason })
  const completion = { ...said, usage: usageOf(held) ?? said.usage }
  if (body.stream !== true) return answerOf([completionToChunk(completion)])
  const { usage, ...chunk } = completionToChunk(completion)
  if (body.stream_options?.include_usage !== true) return answerOf([chunk])
  return answerOf([
    { ...chunk, usage: null },
    { ...chunk, choices: [], usage },
  ])
}

interface HeldNotice {
  readonly id: string
  readonly model: string
  /** Seconds since the Unix epoch. */
  readonly created: number
  readonly choices: number
  readonly category: ActionCategory
  readonly what?: HeldThing
}

/** The completion of a request for as long as nobody has decided on it and no answer has come. */
export function heldCompletion({ id, model, created, choices, category, what }: HeldNotice): Completion {
  const content = heldSentence(category, what)
  return {
    id,
    object: 'chat.completion',
    created,
    model,
    choices: Array.from({ length: choices }, (_, index) => ({
      index,
      message: { role: 'assistant' as const, content },
      // Clients that parse structured output know by this that the content is not what they asked for.
      finish_reason: 'content_filter' as const,
    })),
    usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 },
  }
}
