import type { ChatRequest, CompletionChunk } from '@sluice/contracts'
import type { Admitted } from '../../admission/admit.ts'

/** What a completion says that the gateway composes itself. */
export interface Notice {
  readonly id: string
  readonly model: string
  /** Seconds since the Unix epoch. */
  readonly created: number
  /** How many choices were asked for. */
  readonly choices: number
}

/** The notice of one request. */
export function noticeOf({ request, start: { requestId, model, clock } }: Admitted<ChatRequest>): Notice {
  return { id: `chatcmpl-${requestId}`, model, created: Math.floor(clock.nowMs() / 1_000), choices: request.n ?? 1 }
}

/** A chunk without choices, to carry `service_metadata` behind an answer that ended without a terminal chunk. */
export function bareChunk({ id, model, created }: Notice): CompletionChunk {
  return { id, object: 'chat.completion.chunk', created, model, choices: [] }
}
