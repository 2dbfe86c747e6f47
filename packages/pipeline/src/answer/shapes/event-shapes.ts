import type { WireEvent } from '@sluice/contracts'
import type { ModelRequestKind } from '../../request/index.ts'
import type { AnswerShape } from './answer-shape.ts'
import { MESSAGES_ANSWER } from './messages-answer.ts'
import { RESPONSES_ANSWER } from './responses-answer.ts'
import { TOOL_ANSWER } from './tool-answer.ts'

/** The kinds of requests that are answered in events of their wire. */
type EventKind = Exclude<ModelRequestKind, 'chat' | 'embeddings' | 'tool-result'>

/** A number as the only event. */
const TOKEN_COUNT: AnswerShape<WireEvent> = {
  visit: (event) => event,
  endedBy: () => [],
  continuing: () => [],
  isTerminal: () => true,
}

const SHAPES: Readonly<Record<EventKind, AnswerShape<WireEvent>>> = {
  responses: RESPONSES_ANSWER,
  messages: MESSAGES_ANSWER,
  'token-count': TOKEN_COUNT,
  'tool-call': TOOL_ANSWER,
}

/** How the events that answer a request of this kind are read. Throws for a kind that is answered otherwise. */
export function eventShapeOf(kind: ModelRequestKind): AnswerShape<WireEvent> {
  if (kind === 'chat' || kind === 'embeddings' || kind === 'tool-result')
    throw new Error(`No events answer a request of the kind ${kind}.`)
  return SHAPES[kind]
}
