import { ACTION_NAMES, type Completion, type CompletionChunk, type ServiceMetadata } from '@sluice/contracts'
import type { ApprovalReason, Report } from '@sluice/pipeline'

/** `service_metadata` as the report stands now; complete once the answer's stream has ended. */
export function serviceMetadata(report: Report, sessionId: number, approvalRequired: boolean): ServiceMetadata {
  const { violations, cacheHit } = report.account()
  return {
    session_id: sessionId,
    layers_executed: report.layersExecuted(),
    policy_violations: [...violations],
    approval_required: approvalRequired,
    cache_hit: cacheHit,
  }
}

/** What a completion says that the gateway composes itself. */
export interface Notice {
  readonly id: string
  readonly model: string
  /** Seconds since the Unix epoch. */
  readonly created: number
  /** How many choices were asked for. */
  readonly choices: number
}

/**
 * The answer to a request that waits for a human: a completion like any other, because a client cannot be expected to
 * know anything else (gateway specification, section 7: reported through `approval_required`).
 */
export function heldCompletion({ id, model, created, choices }: Notice, reason: ApprovalReason): Completion {
  const content =
    'This request needs the approval of a human before it can be carried out ' +
    `(action category ${reason.category}, ${ACTION_NAMES[reason.category]}). It has not been sent to the model.`
  return {
    id,
    object: 'chat.completion',
    created,
    model,
    choices: Array.from({ length: choices }, (_, index) => ({
      index,
      message: { role: 'assistant', content },
      // Clients that parse structured output know by this that the content is not what they asked for.
      finish_reason: 'content_filter',
    })),
    usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 },
  }
}

/** A chunk without choices, to carry `service_metadata` behind an answer that ended without a terminal chunk. */
export function bareChunk({ id, model, created }: Notice): CompletionChunk {
  return { id, object: 'chat.completion.chunk', created, model, choices: [] }
}
