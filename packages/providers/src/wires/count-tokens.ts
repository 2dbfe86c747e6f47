import { type Answer, type EndpointCall, eventsOf, type ModelRequest } from '@sluice/pipeline/ports'
import { AnswerFault } from '../answer-fault.ts'
import { isCount } from '../check-answer.ts'
import { isRecord } from '../is-record.ts'
import { estimatedTokens } from '../normalize-answer.ts'
import { parseReported, readText } from '../read-answer.ts'
import type { Upstream } from '../upstream.ts'
import { upstreamBodyOf } from '../upstream-body.ts'
import { PASSED } from './messages.ts'

type CountRequest = ModelRequest & { readonly kind: 'token-count' }

/** No count is longer, in bytes. */
const MAX_ANSWER_BYTES = 16_384

/** Asks a server that speaks Anthropic's Messages how many tokens a request has. */
export async function countTokens(upstream: Upstream, request: CountRequest, call: EndpointCall): Promise<Answer> {
  const operation = { path: '/messages/count_tokens', isStream: false, passed: PASSED }
  const { body } = await upstream.post(operation, request, call)
  const { text, isWhole } = await readText(body, MAX_ANSWER_BYTES)
  const count = isWhole ? parseReported(text) : undefined
  if (!isRecord(count) || !isCount(count.input_tokens)) throw new AnswerFault('malformed')
  return eventsOf([{ ...count, type: 'token_count' }])
}

/** Estimates how many tokens a request has, by its length: no other wire can be asked. Nothing is sent. */
export async function estimateTokens(upstream: Upstream, request: CountRequest): Promise<Answer> {
  const { body } = upstreamBodyOf(request, upstream.modelNameOf(request.body.model))
  const bytes = typeof body === 'string' ? body.length : body.byteLength
  return eventsOf([{ type: 'token_count', input_tokens: estimatedTokens(bytes), estimated: true }])
}
