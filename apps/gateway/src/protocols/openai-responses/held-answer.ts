import type { ActionCategory } from '@sluice/contracts'
import { type Answer, heldSentence, type Outcome } from '@sluice/pipeline'
import { eventsOf } from '@sluice/pipeline/ports'
import type { AdmittedResponses, ResponseObject } from './response-object.ts'

type HeldOutcome = Extract<Outcome, { type: 'held' }>

/**
 * The answer to a request that waits for a human: a response that was cut short, because clients take one that is
 * completed for the model's last word.
 */
export function heldAnswer({ origin, runtime }: AdmittedResponses, { approvalId, reason }: HeldOutcome): Answer {
  const { model } = origin.request.body
  const created = Math.floor(runtime.clock.nowMs() / 1_000)
  const response = heldResponse({ approvalId, model, created, category: reason.category })
  return eventsOf([{ type: 'response.incomplete', response }])
}

interface HeldNotice {
  readonly approvalId: string
  readonly model: string
  /** Seconds since the Unix epoch. */
  readonly created: number
  readonly category: ActionCategory
}

/** The id of the response to a held request: the same from the hold to the answer. */
function heldResponseIdOf(approvalId: string): string {
  return `resp_${approvalId}`
}

/** The response to a request for as long as nobody has decided on it and no answer has come. */
export function heldResponse({ approvalId, model, created, category }: HeldNotice): ResponseObject {
  const text = { type: 'output_text', text: heldSentence(category), annotations: [], logprobs: [] }
  return {
    id: heldResponseIdOf(approvalId),
    object: 'response',
    created_at: created,
    status: 'incomplete',
    error: null,
    incomplete_details: { reason: 'content_filter' },
    instructions: null,
    max_output_tokens: null,
    metadata: {},
    model,
    output: [{ type: 'message', id: `msg_${approvalId}`, status: 'incomplete', role: 'assistant', content: [text] }],
    parallel_tool_calls: true,
    previous_response_id: null,
    reasoning: { effort: null, summary: null },
    store: true,
    temperature: null,
    text: { format: { type: 'text' } },
    tool_choice: 'auto',
    tools: [],
    top_p: null,
    truncation: 'disabled',
    usage: {
      input_tokens: 0,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: 0,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: 0,
    },
  }
}
