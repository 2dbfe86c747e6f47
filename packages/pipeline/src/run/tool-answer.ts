import { type Refusal, SluiceError, type WireEvent } from '@sluice/contracts'
import type { Answer } from '../answer/answer.ts'
import type { LocalRequest, ModelRequest } from '../request/index.ts'
import { refusalOf } from './run-request-layer.ts'

/** What a tool server has answered, as the layers look at it, and the event that it came in. */
interface Arrived {
  readonly event: WireEvent
  readonly request: LocalRequest & { readonly kind: 'tool-result' }
}

/** Reads the only event of a tool server's answer, or says why it cannot. Rejects with the signal's reason. */
export async function readToolAnswer(
  answer: Answer,
  model: string,
  signal: AbortSignal,
): Promise<Arrived | { readonly refusal: Refusal }> {
  if (answer.kind !== 'events') return { refusal: { code: 'internal_error' } }
  try {
    for await (const [event] of answer.events) {
      const result: unknown = event?.result
      if (event === undefined || !isRecord(result)) break
      return { event, request: { kind: 'tool-result', body: { model, result } } }
    }
  } catch (cause) {
    if (signal.aborted) throw signal.reason
    return { refusal: refusalOf(cause) }
  }
  return { refusal: { code: 'upstream_invalid_answer' } }
}

/** The result as the layers have left it. */
export function resultOf(request: ModelRequest): Readonly<Record<string, unknown>> {
  if (request.kind !== 'tool-result') throw new SluiceError('internal_error')
  return request.body.result
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
