export type { TextKind, TextPosition } from './position.ts'
export { rewriteTexts, textPositionsOf } from './text-positions.ts'
