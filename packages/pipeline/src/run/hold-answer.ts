import { chatRequestSchema, messagesRequestSchema, responsesRequestSchema, SluiceError } from '@sluice/contracts'
import type { HeldAnswer, HoldAnswer, WholeAnswer } from '../held-answer.ts'
import type { Exchange, HeldRequests, Layers } from '../layer.ts'
import type { LocalRequest, ModelRequest, ModelRequestKind } from '../request/index.ts'
import type { Journal } from './journal.ts'

interface HoldParts {
  readonly exchange: Exchange
  /** As it left. */
  readonly request: ModelRequest
  readonly journal: Journal
  readonly held: HeldRequests
}

/**
 * Lets an answer wait for a human, as a request does: L2 looks at it for those who will read it, it is kept, and the
 * journal knows. Rejects as L2 and `HeldRequests.keep` do, and with `layer_failed` for an answer that cannot be told.
 */
export function holdAnswer({ L2 }: Pick<Layers, 'L2'>, { exchange, request, journal, held }: HoldParts): HoldAnswer {
  return async (reason, { whole, calls, categories }) => {
    const told = toldAsRequest(exchange.origin.request.kind, whole)
    const findings = await L2.findInAnswer(told, exchange)
    const layersExecuted = journal.layersExecuted()
    const answer = { whole, told, findings, calls, categories, layersExecuted, ...leftOf(request) }
    const { approvalId } = await held.keep(reason, exchange, answer)
    journal.holdAnswer({ approvalId, reason, usage: usageOf(whole) })
  }
}

function leftOf({ remote, ...request }: ModelRequest): Pick<HeldAnswer, 'left'> {
  if (remote === undefined) return {}
  const { masked, sealed = [] } = 'masked' in request ? request : {}
  if (masked === undefined) throw new SluiceError('layer_failed')
  return { left: { masked: Buffer.from(masked).toString('utf8'), values: sealed } }
}

/** The answer as a client would send it back, in the form of its wire: the layers read requests. */
function toldAsRequest(kind: ModelRequestKind, whole: WholeAnswer): LocalRequest {
  const model = 'answer'
  if ('completion' in whole) {
    const messages = whole.completion.choices.map(({ message }) => message)
    const { data: body } = chatRequestSchema.safeParse({ model, messages })
    if (kind === 'chat' && body !== undefined) return { kind, body }
  } else if (kind === 'responses') {
    const { data: body } = responsesRequestSchema.safeParse({ model, input: outputOf(whole.event.response) })
    if (body !== undefined) return { kind, body }
  } else if (kind === 'messages') {
    const messages = [{ role: 'assistant', content: whole.event.content }]
    const { data: body } = messagesRequestSchema.safeParse({ model, messages, max_tokens: 1 })
    if (body !== undefined) return { kind, body }
  }
  throw new SluiceError('layer_failed', {
    cause: new Error('An answer that is to wait has another form than its wire.'),
  })
}

function usageOf(whole: WholeAnswer): unknown {
  if ('completion' in whole) return whole.completion.usage
  return whole.event.usage ?? memberOf(whole.event.response, 'usage')
}

function outputOf(response: unknown): unknown {
  return memberOf(response, 'output')
}

function memberOf(value: unknown, member: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, member) : undefined
}
