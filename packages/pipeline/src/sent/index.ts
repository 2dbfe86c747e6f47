export type { AsBefore, SentBefore } from './sent-before.ts'
export { SentTextMemory, type SessionTexts } from './sent-texts.ts'
