export type { AnswerShape, AnswerText, RestOfPart, StreamItem } from './answer-shape.ts'
export { CHAT_ANSWER } from './chat-answer.ts'
export { eventShapeOf } from './event-shapes.ts'
