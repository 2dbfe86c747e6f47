import type { WireEvent } from '@sluice/contracts'
import type { AnswerGuard, Awaitable } from '../../layer.ts'
import { fitSchema } from './fit-schema.ts'

type Members = Readonly<Record<string, unknown>>

const MESSAGE =
  'The result of this tool does not have the form that the tool promises, now that the values which you may not see are ' +
  'left out of it.'

/**
 * Lets the result of a tool pass that still fits its schema. Clients refuse any other, and would say so in words that
 * quote it.
 */
export function fittingGuard(inner: AnswerGuard<WireEvent>): AnswerGuard<WireEvent> {
  const all = (items: Awaitable<readonly WireEvent[]>): Awaitable<readonly WireEvent[]> =>
    items instanceof Promise ? items.then((passed) => passed.map(fitted)) : items.map(fitted)
  return { take: (items) => all(inner.take(items)), end: () => all(inner.end()) }
}

function fitted(event: WireEvent): WireEvent {
  const { outputSchema, result } = event
  if (outputSchema === undefined || !isRecord(result) || result.isError === true) return event
  const fit = result.structuredContent === undefined ? undefined : fitSchema(outputSchema, result.structuredContent)
  if (fit !== undefined) return { ...event, result: { ...result, structuredContent: fit.value } }
  return { ...event, result: { content: [{ type: 'text', text: MESSAGE }], isError: true } }
}

function isRecord(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
