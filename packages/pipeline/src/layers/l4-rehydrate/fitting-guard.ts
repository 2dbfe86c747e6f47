import type { WireEvent } from '@sluice/contracts'
import type { AnswerGuard, Awaitable } from '../../layer.ts'
import type { AbortScope } from '../../run/abort-scope.ts'
import { type SlicedWork, workInSlices } from '../../run/slice-queue.ts'
import { fitSchemaSteps } from './fit-schema.ts'

type Members = Readonly<Record<string, unknown>>

const MESSAGE =
  'The result of this tool does not have the form that the tool promises, now that the values which you may not see are ' +
  'left out of it.'

/**
 * Lets the result of a tool pass that still fits its schema. Clients refuse any other, and would say so in words that
 * quote it.
 */
export function fittingGuard(inner: AnswerGuard<WireEvent>, scope: AbortScope): AnswerGuard<WireEvent> {
  const fit = (items: readonly WireEvent[]) => (items.length === 0 ? items : workInSlices(fittedSteps(items), scope))
  const all = (items: Awaitable<readonly WireEvent[]>): Awaitable<readonly WireEvent[]> =>
    items instanceof Promise ? items.then(fit) : fit(items)
  return { take: (items) => all(inner.take(items)), end: () => all(inner.end()) }
}

function* fittedSteps(events: readonly WireEvent[]): SlicedWork<readonly WireEvent[]> {
  const fitted: WireEvent[] = []
  for (const event of events) fitted.push(yield* fittedEvent(event))
  return fitted
}

function* fittedEvent(event: WireEvent): SlicedWork<WireEvent> {
  const { outputSchema, result } = event
  if (outputSchema === undefined || !isRecord(result) || result.isError === true) return event
  const { structuredContent } = result
  const fit = structuredContent === undefined ? undefined : yield* fitSchemaSteps(outputSchema, structuredContent)
  if (fit !== undefined) return { ...event, result: { ...result, structuredContent: fit.value } }
  return { ...event, result: { content: [{ type: 'text', text: MESSAGE }], isError: true } }
}

function isRecord(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
