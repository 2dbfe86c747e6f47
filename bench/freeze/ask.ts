import type { Dispatcher } from 'undici'

/** The measured user at one gateway. */
export interface Caller {
  readonly gateway: Dispatcher
  readonly token: string
}

interface Question {
  readonly model: string
  readonly prompt: string
  /** The name of the session. */
  readonly session: string
  readonly stream?: boolean
  readonly signal?: AbortSignal
}

const HEADERS_TIMEOUT_MS = 15_000

/** Asks a model; resolves when the head of the answer has been read. */
export async function ask({ gateway, token }: Caller, question: Question): Promise<Dispatcher.ResponseData> {
  const { model, prompt, session, stream = false, signal } = question
  return await gateway.request({
    method: 'POST',
    path: '/v1/chat/completions',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, 'x-session-id': session },
    body: JSON.stringify({ model, messages: [{ role: 'user', content: prompt }], ...(stream && { stream }) }),
    headersTimeout: HEADERS_TIMEOUT_MS,
    ...(signal && { signal }),
  })
}
