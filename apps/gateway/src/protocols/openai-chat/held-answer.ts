import type { ActionCategory, Completion } from '@sluice/contracts'
import { type Answer, answerOf, heldSentence, type Outcome } from '@sluice/pipeline'
import { completionToChunk } from '@sluice/pipeline/ports'
import { completionIdOf } from '../../approvals/completion-id.ts'
import { type AdmittedChat, noticeOf } from './notice.ts'

type HeldOutcome = Extract<Outcome, { type: 'held' }>

/**
 * The answer to a request that waits for a human: a completion like any other, because a client cannot be expected to
 * know anything else (gateway specification, section 7: reported through `approval_required`). A stream gets it in one
 * chunk.
 */
export function heldAnswer(admitted: AdmittedChat, { approvalId, reason }: HeldOutcome): Answer {
  const { body } = admitted.origin.request
  const completion = heldCompletion({ ...noticeOf(admitted), id: completionIdOf(approvalId), ...reason })
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
}

/** The completion of a request for as long as nobody has decided on it and no answer has come. */
export function heldCompletion({ id, model, created, choices, category }: HeldNotice): Completion {
  const content = heldSentence(category)
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
