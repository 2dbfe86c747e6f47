import type { WireEvent } from '@sluice/contracts'
import { type Answer, type EndpointCall, eventsOf, type ModelRequest } from '@sluice/pipeline/ports'
import { AnswerFault } from '../answer-fault.ts'
import { beginAnswer, isStream } from '../begin-answer.ts'
import { isRecord } from '../is-record.ts'
import { parseReported, readText } from '../read-answer.ts'
import { readEventStream } from '../read-events.ts'
import type { Upstream } from '../upstream.ts'
import { MessagesMarker } from './mark-messages.ts'

/** Headers by which callers choose a version of the interface, and features that are not for everybody yet. */
export const PASSED = ['anthropic-version', 'anthropic-beta'] as const

/** Asks a server that speaks Anthropic's Messages. Unknown members, blocks and events ride along both ways. */
export async function askMessages(
  upstream: Upstream,
  request: ModelRequest & { readonly kind: 'messages' },
  call: EndpointCall,
): Promise<Answer & { readonly kind: 'events' }> {
  const asked = request.body.stream === true
  const operation = { path: '/messages', isStream: asked, passed: PASSED }
  const response = await upstream.post(operation, request, call)
  const marker = new MessagesMarker(call.markSeal)
  if (isStream(response, asked)) {
    const take = (event: WireEvent) => marker.take(withOwnId(event, call.answerId))
    const isTerminal = ({ type }: WireEvent) => type === 'message_stop'
    const batches = readEventStream(response.body, upstream.bounds, { take, isTerminal })
    return { kind: 'events', events: await beginAnswer(response.body, batches, call) }
  }
  const { text, isWhole } = await readText(response.body, upstream.bounds.maxAnswerBytes, call.holdBytes)
  const whole = isWhole ? parseReported(text) : undefined
  if (!isRecord(whole) || whole.type !== 'message' || !Array.isArray(whole.content)) throw new AnswerFault('malformed')
  return eventsOf([marker.take({ ...whole, type: 'message', id: call.answerId })])
}

/** One id through all events: the gateway's own. */
function withOwnId(event: WireEvent, id: string): WireEvent {
  return isRecord(event.message) ? { ...event, message: { ...event.message, id } } : event
}
