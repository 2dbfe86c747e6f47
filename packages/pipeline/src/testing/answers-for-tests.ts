import type { ChatRequest, CompletionChunk } from '@sluice/contracts'
import type { EvidenceGuard, EvidenceLayer, Exchange, ResponseLayer } from '../layer.ts'
import type { LocalRequest } from '../request/index.ts'
import { GuardedAnswer } from '../run/guarded-answer.ts'
import type { FailureObserver } from '../run/run-request-layer.ts'

/** For unit tests: a chat request. */
export function chat(body: ChatRequest): LocalRequest & { readonly kind: 'chat' } {
  return { kind: 'chat', body }
}

/** For unit tests: chunks that arrive one by one, each in a batch of its own. */
export async function* oneByOne<Item>(...items: readonly Item[]): AsyncGenerator<readonly Item[], void, undefined> {
  for (const item of items) yield [item]
}

/** For unit tests: every item of the batches. */
export async function drain<Item>(batches: AsyncIterable<readonly Item[]>): Promise<Item[]> {
  const items: Item[] = []
  for await (const batch of batches) items.push(...batch)
  return items
}

const NO_EVIDENCE: EvidenceGuard<CompletionChunk> = {
  take: (items) => items,
  end: () => [],
  seal: async () => undefined,
}

/** For unit tests: an answer as it leaves one layer, with the runner's time limits around it. */
export function guardedBy(
  layer: Pick<ResponseLayer<'L4' | 'L7'>, 'id' | 'timeoutMs' | 'onError' | 'openGuard'> | EvidenceLayer,
  source: AsyncIterable<readonly CompletionChunk[]>,
  exchange: Exchange,
  onFailure: FailureObserver = () => undefined,
): GuardedAnswer<CompletionChunk> {
  const evidence = layer.id === 'L6' ? layer.openGuard<CompletionChunk>(exchange) : NO_EVIDENCE
  const guard = layer.id === 'L6' ? evidence : layer.openGuard(exchange)
  const event = { layer: layer.id, outcome: 'transform' as const, duration_ms: 0, findings: 0 }
  const steps = guard === undefined ? [] : [{ layer, guard, event }]
  const { scope } = exchange
  return new GuardedAnswer({
    source,
    steps,
    evidence,
    evidenceTimeoutMs: layer.timeoutMs,
    exchange,
    scope,
    onFailure,
    onViolations: () => undefined,
  })
}
