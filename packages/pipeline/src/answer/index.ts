export { type Answer, answerOf } from './answer.ts'
export { Collector, collect } from './collect.ts'
export { completionToChunk } from './completion-to-chunk.ts'
export {
  continuingDelta,
  type Delta,
  type DeltaTextKind,
  type DeltaTextVisitor,
  isContentOnly,
  visitDelta,
  visitUnknown,
} from './delta-text.ts'
export { isTerminal } from './is-terminal.ts'
export { replay } from './replay.ts'
export { isHighSurrogate } from './surrogates.ts'
export { TextsByPlace } from './texts-by-place.ts'
