import { ACTION_NAMES } from '@sluice/contracts'
import { type Answer, type ApprovalReason, answerOf, replay } from '@sluice/pipeline'
import { type AdmittedChat, noticeOf } from './notice.ts'

/**
 * The answer to a request that waits for a human: a completion like any other, because a client cannot be expected to
 * know anything else (gateway specification, section 7: reported through `approval_required`).
 */
export function heldAnswer(admitted: AdmittedChat, reason: ApprovalReason): Answer {
  const { body } = admitted.origin.request
  const { id, model, created, choices } = noticeOf(admitted)
  const content =
    'This request needs the approval of a human before it can be carried out ' +
    `(action category ${reason.category}, ${ACTION_NAMES[reason.category]}). It has not been sent to the model.`
  const completion = {
    id,
    object: 'chat.completion' as const,
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
  return answerOf(replay(completion, body.stream !== true || body.stream_options?.include_usage === true))
}
