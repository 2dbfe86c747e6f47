import { type Principal, type Refusal, SluiceError, toolServerOf, type WireEvent } from '@sluice/contracts'
import type { PolicySnapshot } from '@sluice/policy'
import type { Answer } from '../answer/answer.ts'
import type { Exchange } from '../layer.ts'
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
  { origin, runtime: { policy, signal } }: Pick<Exchange, 'origin' | 'runtime'>,
): Promise<Arrived | { readonly refusal: Refusal }> {
  if (answer.kind !== 'events') return { refusal: { code: 'internal_error' } }
  try {
    for await (const [event] of answer.events) {
      const result: unknown = event?.result
      if (event === undefined || !isRecord(result)) break
      const open = onlyOpenTools(result, model, origin.principal, policy)
      return { event, request: { kind: 'tool-result', body: { model, result: open } } }
    }
  } catch (cause) {
    if (signal.aborted) throw signal.reason
    return { refusal: refusalOf(cause) }
  }
  return { refusal: { code: 'upstream_invalid_answer' } }
}

/** A list of tools holds only those that the caller may call. */
function onlyOpenTools(result: Members, model: string, principal: Principal, policy: PolicySnapshot): Members {
  const { tools } = result
  const server = toolServerOf(model)
  if (!Array.isArray(tools) || server === undefined) return result
  const isOpen = (tool: unknown) => {
    if (!isRecord(tool) || typeof tool.name !== 'string') return false
    const question = { principal, action: 'call-tool', resource: { server, tool: tool.name }, context: {} } as const
    return policy.decide(question).effect === 'permit'
  }
  return { ...result, tools: tools.filter(isOpen) }
}

type Members = Readonly<Record<string, unknown>>

/** The result as the layers have left it. */
export function resultOf(request: ModelRequest): Members {
  if (request.kind !== 'tool-result') throw new SluiceError('internal_error')
  return request.body.result
}

function isRecord(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
