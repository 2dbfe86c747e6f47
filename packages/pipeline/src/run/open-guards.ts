import {
  type CompletionChunk,
  type EmbeddingsAnswer,
  type PolicyViolation,
  SluiceError,
  type WireEvent,
} from '@sluice/contracts'
import type { Answer, AnswerItem } from '../answer/index.ts'
import type { AnswerGuard, Exchange, HeldRequests, Layer, Layers } from '../layer.ts'
import { DECIDE_ON_CALLS, ORDER } from '../order.ts'
import type { ModelRequest } from '../request/index.ts'
import type { AbortScope } from './abort-scope.ts'
import { GuardedAnswer, type GuardStep } from './guarded-answer.ts'
import { holdAnswer } from './hold-answer.ts'
import type { Journal } from './journal.ts'
import type { FailureObserver } from './run-request-layer.ts'

/** What the guards of one answer share. */
interface GuardParts {
  readonly exchange: Exchange
  readonly journal: Journal
  readonly scope: AbortScope
  readonly held: HeldRequests
  /** The request as it left. */
  readonly request: ModelRequest
  readonly onFailure: FailureObserver
}

/** An answer as it leaves the way back: what streams is guarded while it is read, a whole answer at once. */
export async function guardAnswer(answer: Answer, layers: Layers, parts: GuardParts): Promise<Answer> {
  switch (answer.kind) {
    case 'chunks':
      return { kind: 'chunks', chunks: guardChunks(answer.chunks, layers, parts) }
    case 'events':
      return { kind: 'events', events: guardEvents(answer.events, layers, parts) }
    case 'whole':
      return { kind: 'whole', value: await guardWhole(answer.value, layers, parts) }
  }
}

/** The chunks of a chat answer as they leave the way back. They are guarded while they are read. */
function guardChunks(
  source: AsyncIterable<readonly CompletionChunk[]>,
  layers: Layers,
  parts: GuardParts,
): AsyncIterable<readonly CompletionChunk[]> {
  const evidence = layers.L6.openGuard<CompletionChunk>(parts.exchange)
  const hold = holdAnswer(layers, parts)
  const steps = ORDER.chat.response.flatMap((id) => {
    if (id === DECIDE_ON_CALLS) {
      return callStep(layers.L0, () => layers.L0.openCallGuard(parts.exchange, hold), parts.journal)
    }
    return stepOf(layers[id], () => (id === 'L6' ? evidence : layers[id].openGuard(parts.exchange)), parts)
  })
  return new GuardedAnswer({
    ...parts,
    ...told(parts),
    source,
    steps,
    evidence,
    evidenceTimeoutMs: layers.L6.timeoutMs,
  })
}

/** The events of an answer as they leave the way back. They are guarded while they are read. */
function guardEvents(
  source: AsyncIterable<readonly WireEvent[]>,
  layers: Layers,
  parts: GuardParts,
): AsyncIterable<readonly WireEvent[]> {
  const evidence = layers.L6.openGuard<WireEvent>(parts.exchange)
  const order: readonly ('L4' | 'L6' | 'L7' | typeof DECIDE_ON_CALLS)[] =
    ORDER[parts.exchange.origin.request.kind].response
  const hold = holdAnswer(layers, parts)
  const steps = order.flatMap((id) => {
    if (id === DECIDE_ON_CALLS) {
      return callStep(layers.L0, () => layers.L0.openEventCallGuard(parts.exchange, hold), parts.journal)
    }
    return stepOf(layers[id], () => (id === 'L6' ? evidence : layers[id].openEventGuard(parts.exchange)), parts)
  })
  return new GuardedAnswer({
    ...parts,
    ...told(parts),
    source,
    steps,
    evidence,
    evidenceTimeoutMs: layers.L6.timeoutMs,
  })
}

/** A whole answer as it leaves the way back: one item that passes every guard. Rejects where a guard refuses it. */
async function guardWhole(value: EmbeddingsAnswer, layers: Layers, parts: GuardParts): Promise<EmbeddingsAnswer> {
  const evidence = layers.L6.openGuard<EmbeddingsAnswer>(parts.exchange)
  const steps = ORDER.embeddings.response.flatMap((id) => stepOf(layers[id], () => evidence, parts))
  let passed: EmbeddingsAnswer | undefined
  const evidenceTimeoutMs = layers.L6.timeoutMs
  const guarded = new GuardedAnswer({
    ...parts,
    ...told(parts),
    source: onlyItem(value),
    steps,
    evidence,
    evidenceTimeoutMs,
  })
  for await (const items of guarded) passed = items.at(-1)
  if (passed === undefined) throw new SluiceError('layer_failed')
  return passed
}

/** Entered when the way back is laid, not when it is first read: a record that is cut short names its layers too. */
function stepOf<Item extends AnswerItem>(
  layer: Layer,
  open: () => AnswerGuard<Item> | undefined,
  { exchange, journal }: Pick<GuardParts, 'exchange' | 'journal'>,
): GuardStep<Item>[] {
  const event = journal.open(layer.id, exchange.runtime.clock.monotonicMs())
  const guard = openSafely(open)
  return guard === undefined ? [] : [{ layer, guard, event }]
}

/** L0 works on at what it has begun: its time grows, and it is not named a second time. */
function callStep<Item extends AnswerItem>(
  layer: Layer,
  open: () => AnswerGuard<Item> | undefined,
  journal: Journal,
): GuardStep<Item>[] {
  const guard = openSafely(open)
  return guard === undefined ? [] : [{ layer, guard, event: journal.reopen('L0') }]
}

/** A guard that cannot be opened fails like one that throws: the answer ends, and L6 records it. */
function openSafely<Item extends AnswerItem>(open: () => AnswerGuard<Item> | undefined): AnswerGuard<Item> | undefined {
  try {
    return open()
  } catch (cause) {
    const fail = () => {
      throw cause
    }
    return { take: fail, end: fail }
  }
}

/** What guards have to say is in the account, and so on record and in what the caller gets. */
function told({ journal }: GuardParts) {
  return { onViolations: (violations: readonly PolicyViolation[]) => journal.note(violations) }
}

async function* onlyItem<Item>(item: Item): AsyncGenerator<readonly Item[], void, undefined> {
  yield [item]
}
