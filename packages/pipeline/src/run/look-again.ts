import type { Awaitable, Exchange, Layers, SecondLookDecision } from '../layer.ts'
import type { ModelRequest } from '../request/index.ts'
import { type FailureObserver, type LayerResult, runRequestLayer } from './run-request-layer.ts'

/**
 * Has L2 look at a request that L3 has passed on, and L3 replace what L2 names then. What either throws denies, as in
 * their own steps.
 */
export function lookAgain(
  { L2, L3 }: Pick<Layers, 'L2' | 'L3'>,
  request: ModelRequest,
  exchange: Exchange,
  onFailure: FailureObserver,
): Awaitable<readonly LayerResult[]> {
  let named: SecondLookDecision['replace']
  const note = (decision: SecondLookDecision) => {
    named = decision.replace
    return decision
  }
  const looker = {
    id: L2.id,
    timeoutMs: L2.timeoutMs,
    decide: () => {
      const decision = L2.lookAgain(request, exchange)
      return decision instanceof Promise ? decision.then(note) : note(decision)
    },
  }
  const replaced = (looked: LayerResult): Awaitable<readonly LayerResult[]> => {
    const findings = named
    if (looked.decision.type !== 'allow' || findings === undefined || request.remote !== undefined) return [looked]
    const replacer = { id: L3.id, timeoutMs: L3.timeoutMs, decide: () => L3.replaceMore(request, findings, exchange) }
    const result = runRequestLayer<'L3'>(replacer, request, exchange, onFailure)
    return result instanceof Promise ? result.then((settled) => [looked, settled]) : [looked, result]
  }
  const looked = runRequestLayer<'L2'>(looker, request, exchange, onFailure)
  return looked instanceof Promise ? looked.then(replaced) : replaced(looked)
}
