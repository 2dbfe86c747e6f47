import { type ChatRequest, completionSchema } from '@sluice/contracts'
import { type Answer, answerOf, completionToChunk, eventsOf, replay } from '../../answer/index.ts'
import type { ExchangeRuntime } from '../../layer.ts'
import type { CacheableRequest } from './cacheable-request.ts'

/** Who is answered, and when. */
type Now = Pick<ExchangeRuntime, 'recordId' | 'clock'>

/**
 * A remembered answer as a new one to this request, in the form of its wire, with ids and times of its own. What is not
 * streamed yet is streamed by the wire. Undefined where the request expects what was not remembered. Throws where it is
 * of another form.
 */
export function answerAgain(request: CacheableRequest, remembered: unknown, now: Now): Answer | undefined {
  switch (request.kind) {
    case 'chat':
      return completionAgain(request.body, remembered, now)
    case 'messages':
      return eventsOf([{ ...membersOf(remembered), type: 'message', id: `msg_${now.recordId}` }])
    case 'responses':
      return eventsOf([{ type: 'response.completed', response: responseAgain(membersOf(remembered), now) }])
  }
}

/** Whether an answer to the request says what it has cost. */
export function expectsUsage({ kind, body }: CacheableRequest): boolean {
  return kind !== 'chat' || includesUsage(body)
}

function includesUsage({ stream, stream_options }: ChatRequest): boolean {
  return stream !== true || stream_options?.include_usage === true
}

function completionAgain(body: ChatRequest, remembered: unknown, { recordId, clock }: Now): Answer | undefined {
  const completion = completionSchema.parse(remembered)
  const includeUsage = includesUsage(body)
  // What was remembered from a stream may lack the usage that this caller expects: it is asked for afresh.
  if (includeUsage && !completion.usage) return undefined
  const again = { ...completion, id: `chatcmpl-${recordId}`, created: secondsOf(clock) }
  return answerOf(body.stream === true ? replay(again, includeUsage) : [completionToChunk(again)])
}

type Members = Readonly<Record<string, unknown>>

/** Items are named by the response that they stand in, as L5's endpoints name them. */
function responseAgain(response: Members, { recordId, clock }: Now): Members {
  const output: readonly unknown[] = Array.isArray(response.output) ? response.output : []
  const nowS = secondsOf(clock)
  return {
    ...response,
    ...{ id: `resp_${recordId}`, created_at: nowS },
    ...('completed_at' in response ? { completed_at: nowS } : {}),
    output: output.map((item, at) => ({ ...membersOf(item), id: `msg_${recordId}_${at}` })),
  }
}

function membersOf(value: unknown): Members {
  if (typeof value !== 'object' || value === null) throw new TypeError('no answer was remembered')
  return { ...value }
}

function secondsOf(clock: Now['clock']): number {
  return Math.floor(clock.nowMs() / 1_000)
}
