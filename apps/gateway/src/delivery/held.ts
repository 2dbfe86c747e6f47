import { type CompletionChunk, type Refusal, SluiceError, type WireEvent } from '@sluice/contracts'
import { type Answer, type ApprovalReason, type HeldThing, heldSentence, type Report } from '@sluice/pipeline'

/** What a caller is told of a request, or of an answer, that waits for a human. */
export interface Held {
  readonly approvalId: string
  readonly reason: ApprovalReason
  readonly what: HeldThing
  /** What the answer has cost, as its wire says it; undefined for a request that no model has seen. */
  readonly usage?: unknown
}

/** Watches a stream as it leaves, so that it can be ended in the form of its wire. */
export interface StreamEnding<Item> {
  passed(item: Item): void
  /** The last items of a stream of which something has left: they say that the rest waits. */
  end(held: Held): readonly Item[]
}

/** How a wire says that something waits. */
export interface HeldWire {
  /** The whole answer of a caller who has been given nothing yet. */
  answer(held: Held): Answer
  /** How a stream of this wire is ended; absent where its answers never wait. */
  readonly ending?:
    | { readonly kind: 'chunks'; readonly open: () => StreamEnding<CompletionChunk> }
    | { readonly kind: 'events'; readonly open: () => StreamEnding<WireEvent> }
}

/** An error for callers who take any answer for the final one. */
export function refusalOfHeld({ approvalId, reason, what }: Held): Refusal {
  return { code: 'approval_required', message: heldSentence(reason.category, what), approvalId }
}

/**
 * An answer that ends by saying that its rest waits for a human, where that is so.
 *
 * @param asError whether the caller wants an error instead: then the items throw `approval_required`.
 */
export function untilHeld(
  answer: Answer,
  report: Report,
  { ending, answer: whole }: HeldWire,
  asError: boolean,
): Answer {
  if (answer.kind === 'chunks' && ending?.kind === 'chunks') {
    const first = (held: Held) => itemsOf(whole(held), 'chunks').chunks
    return { kind: 'chunks', chunks: endingItems(answer.chunks, report, { ending: ending.open(), first, asError }) }
  }
  if (answer.kind === 'events' && ending?.kind === 'events') {
    const first = (held: Held) => itemsOf(whole(held), 'events').events
    return { kind: 'events', events: endingItems(answer.events, report, { ending: ending.open(), first, asError }) }
  }
  return answer
}

interface EndingParts<Item> {
  readonly ending: StreamEnding<Item>
  readonly first: (held: Held) => AsyncIterable<readonly Item[]>
  readonly asError: boolean
}

async function* endingItems<Item>(
  items: AsyncIterable<readonly Item[]>,
  report: Report,
  { ending, first, asError }: EndingParts<Item>,
): AsyncGenerator<readonly Item[], void, undefined> {
  let hasBegun = false
  for await (const batch of items) {
    for (const item of batch) ending.passed(item)
    hasBegun ||= batch.length > 0
    yield batch
  }
  const notice = report.heldAnswer()
  if (notice === undefined) return
  const held = { ...notice, what: 'answer' } as const
  if (asError) throw new SluiceError({ ...refusalOfHeld(held), policyViolations: report.account().violations })
  if (hasBegun) yield ending.end(held)
  else yield* first(held)
}

/** A wire answers in one form only. Throws `internal_error`. */
function itemsOf<Kind extends Answer['kind']>(answer: Answer, kind: Kind): Extract<Answer, { kind: Kind }> {
  if (isOf(answer, kind)) return answer
  throw new SluiceError('internal_error')
}

function isOf<Kind extends Answer['kind']>(answer: Answer, kind: Kind): answer is Extract<Answer, { kind: Kind }> {
  return answer.kind === kind
}
