export { type Answer, answerOf, eventsOf } from './answer.ts'
export { type AnswerItem, isChunk, isWireEvent } from './answer-item.ts'
export { type AnswerCalls, ChatCalls, eventCallsOf, type MadeCall } from './calls/index.ts'
export { Collector, collect } from './collect.ts'
export { collectMessage, MessageCollector } from './collect-message.ts'
export { completionToChunk } from './completion-to-chunk.ts'
export { type DeltaTextKind, isContentOnly, visitDelta } from './delta-text.ts'
export { isTerminal } from './is-terminal.ts'
export { replay } from './replay.ts'
export {
  type AnswerShape,
  type AnswerText,
  CHAT_ANSWER,
  eventShapeOf,
  type RestOfPart,
  type StreamItem,
} from './shapes/index.ts'
export { isHighSurrogate } from './surrogates.ts'
export { TextsByPlace } from './texts-by-place.ts'
export { type AnswerGatherer, gatherChat, gatherEvents } from './whole-answer.ts'
