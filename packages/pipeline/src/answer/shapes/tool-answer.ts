import type { WireEvent } from '@sluice/contracts'
import { visitStrings } from '../visit-strings.ts'
import type { AnswerShape } from './answer-shape.ts'

const NO_WORDS: ReadonlySet<string> = new Set()

/** What a tool server has answered: one event, whose member `result` is the result of its wire. */
export const TOOL_ANSWER: AnswerShape<WireEvent> = {
  visit(event, visitor) {
    const place = { kind: 'whole', part: undefined, isLast: true } as const
    const result = visitStrings(event.result, '', NO_WORDS, (text, path) => visitor(text, { ...place, path }))
    return result === event.result ? event : { ...event, result }
  },
  endedBy: () => [],
  continuing: () => [],
  isTerminal: () => true,
  textOf: ({ result }) => JSON.stringify(result),
}
