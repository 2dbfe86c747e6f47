import type { ChatRequest, CompletionChunk, WireEvent } from '@sluice/contracts'
import type { AnswerItem } from '../answer/index.ts'
import type { AnswerGuard, EvidenceGuard, EvidenceLayer, Exchange, Layer, ResponseLayer } from '../layer.ts'
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

function noEvidence<Item extends AnswerItem>(): EvidenceGuard<Item> {
  return { take: (items) => items, end: () => [], seal: async () => undefined }
}

type Guarding = Pick<ResponseLayer<'L4' | 'L7'>, 'id' | 'timeoutMs' | 'onError' | 'openGuard'>

/** For unit tests: an answer as it leaves one layer, with the runner's time limits around it. */
export function guardedBy(
  layer: Guarding | EvidenceLayer,
  source: AsyncIterable<readonly CompletionChunk[]>,
  exchange: Exchange,
  onFailure: FailureObserver = () => undefined,
): GuardedAnswer<CompletionChunk> {
  if (layer.id !== 'L6') return guarded(layer, layer.openGuard(exchange), noEvidence(), source, exchange, onFailure)
  const evidence = layer.openGuard<CompletionChunk>(exchange)
  return guarded(layer, evidence, evidence, source, exchange, onFailure)
}

/** For unit tests: an answer of another wire than chat, as it leaves one layer. */
export function eventsGuardedBy(
  layer: Pick<ResponseLayer<'L4' | 'L7'>, 'id' | 'timeoutMs' | 'onError' | 'openEventGuard'>,
  source: AsyncIterable<readonly WireEvent[]>,
  exchange: Exchange,
): GuardedAnswer<WireEvent> {
  return guarded(layer, layer.openEventGuard(exchange), noEvidence(), source, exchange, () => undefined)
}

function guarded<Item extends AnswerItem>(
  layer: Layer,
  guard: AnswerGuard<Item> | undefined,
  evidence: EvidenceGuard<Item>,
  source: AsyncIterable<readonly Item[]>,
  exchange: Exchange,
  onFailure: FailureObserver,
): GuardedAnswer<Item> {
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
