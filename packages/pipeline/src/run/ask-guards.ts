import type { Exchange, Layers } from '../layer.ts'
import type { ModelRequest } from '../request/index.ts'
import { type FailureObserver, type LayerResult, runRequestLayer } from './run-request-layer.ts'

/** Has guards judge what L1 is not sure of, a request or a tool's answer; undefined where it is, or there are none. */
export function askGuards(
  { L1 }: Pick<Layers, 'L1'>,
  request: ModelRequest,
  exchange: Exchange,
  onFailure: FailureObserver,
): Promise<LayerResult> | undefined {
  const { runtime } = exchange
  const { facts } = exchange.arrived ?? exchange
  if (facts.isUnsure !== true || runtime.endpoints.guards.length === 0) return undefined
  const asker = { id: L1.id, timeoutMs: L1.opinionTimeoutMs, decide: () => L1.askGuards(request, exchange) }
  return Promise.resolve(runRequestLayer<'L1'>(asker, request, exchange, onFailure))
}
