import type { WireEvent } from '@sluice/contracts'
import type { ModelRequestKind } from '../../request/index.ts'
import type { AnswerCalls } from './answer-calls.ts'
import { MessagesCalls } from './messages-calls.ts'
import { ResponsesCalls } from './responses-calls.ts'

export type { AnswerCalls, MadeCall } from './answer-calls.ts'
export { ChatCalls } from './chat-calls.ts'

/** Reads the calls of an answer in events; undefined where its wire has none. */
export function eventCallsOf(kind: ModelRequestKind): AnswerCalls<WireEvent> | undefined {
  if (kind === 'responses') return new ResponsesCalls()
  return kind === 'messages' ? new MessagesCalls() : undefined
}
