import type { CompletionChunk } from '@sluice/contracts'
import type { Admitted } from '../../admission/admit.ts'

export type AdmittedChat = Admitted<'chat'>

/** What a completion says that the gateway composes itself. */
interface Notice {
  readonly id: string
  readonly model: string
  /** Seconds since the Unix epoch. */
  readonly created: number
  /** How many choices were asked for. */
  readonly choices: number
}

/** The notice of one request. */
export function noticeOf({ origin, runtime }: AdmittedChat): Notice {
  const { model, n } = origin.request.body
  const created = Math.floor(runtime.clock.nowMs() / 1_000)
  return { id: `chatcmpl-${runtime.recordId}`, model, created, choices: n ?? 1 }
}

/** A chunk without choices, to carry `service_metadata` behind an answer that ended without a terminal chunk. */
export function bareChunk({ id, model, created }: Notice): CompletionChunk {
  return { id, object: 'chat.completion.chunk', created, model, choices: [] }
}
