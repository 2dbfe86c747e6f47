import type { WireEvent } from '@sluice/contracts'
import { type Answer, type EndpointCall, eventsOf, type ModelRequest } from '@sluice/pipeline/ports'
import { AnswerFault } from '../answer-fault.ts'
import { beginAnswer, isStream } from '../begin-answer.ts'
import { isRecord } from '../is-record.ts'
import { parseReported, readText } from '../read-answer.ts'
import { readEventStream } from '../read-events.ts'
import type { Upstream } from '../upstream.ts'
import { readErrorBody } from '../upstream-error.ts'
import { markResponsesEvent } from './mark-responses.ts'
import { withOwnIds } from './own-ids.ts'

/** The statuses with which a response is over. */
const ENDED: ReadonlySet<unknown> = new Set(['completed', 'incomplete', 'failed'])

/** Asks a server that speaks OpenAI's Responses. Unknown members, items and events ride along both ways. */
export async function askResponses(
  upstream: Upstream,
  request: ModelRequest & { readonly kind: 'responses' },
  call: EndpointCall,
): Promise<Answer & { readonly kind: 'events' }> {
  const asked = request.body.stream === true
  const take = (event: WireEvent) => markResponsesEvent(withOwnIds(refuseFailed(event), call.answerId), call.markSeal)
  const path = upstream.pathOf('/responses', request.body.model)
  const response = await upstream.post({ path, isStream: asked }, request, call)
  if (isStream(response, asked)) {
    const batches = readEventStream(response.body, upstream.bounds, { take, isTerminal: isTerminalOfResponse })
    return { kind: 'events', events: await beginAnswer(response.body, batches, call) }
  }
  const { text, isWhole } = await readText(response.body, upstream.bounds.maxAnswerBytes, call.holdBytes)
  const whole = isWhole ? parseReported(text) : undefined
  if (!isRecord(whole) || !ENDED.has(whole.status) || !Array.isArray(whole.output)) throw new AnswerFault('malformed')
  return eventsOf([take({ type: `response.${String(whole.status)}`, response: whole })])
}

function isTerminalOfResponse({ type }: WireEvent): boolean {
  return type.startsWith('response.') && ENDED.has(type.slice('response.'.length))
}

/** A response that has failed is a failure like any other: what the endpoint says of it goes no further unread. */
function refuseFailed(event: WireEvent): WireEvent {
  if (event.type !== 'response.failed') return event
  const body = isRecord(event.response) ? readErrorBody(event.response) : {}
  throw new AnswerFault('reported', { reported: { body } })
}
