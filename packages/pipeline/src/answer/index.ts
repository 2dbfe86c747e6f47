export { type Collector, collect, createCollector } from './collect.ts'
export { completionToChunk, completionToChunks } from './completion-to-chunk.ts'
export {
  continuingDelta,
  type Delta,
  type DeltaTextKind,
  type DeltaTextVisitor,
  isContentOnly,
  visitDelta,
  visitUnknown,
} from './delta-text.ts'
export { holdTerminal, isTerminal } from './hold-terminal.ts'
export { replay } from './replay.ts'
