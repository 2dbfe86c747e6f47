import { RPC, RpcFault } from './rpc-fault.ts'

type Members = Readonly<Record<string, unknown>>

/** What a client has posted. Answers are to requests that nobody here has sent. */
export type McpMessage =
  | { readonly type: 'request'; readonly id: string | number; readonly method: string; readonly params: Members }
  | { readonly type: 'notification'; readonly method: string }
  | { readonly type: 'answer' }

/** An id that is longer has no client. */
const MAX_ID_LENGTH = 256

/** Reads a message of JSON-RPC 2.0. Throws `RpcFault`: arrays of messages are no part of these revisions. */
export function readMessage(body: unknown): McpMessage {
  if (!isRecord(body) || body.jsonrpc !== '2.0') throw notAMessage()
  const { id, method, params = {} } = body
  if (method === undefined && ('result' in body || 'error' in body)) return { type: 'answer' }
  if (typeof method !== 'string' || !isRecord(params)) throw notAMessage()
  if (!('id' in body)) return { type: 'notification', method }
  if (!isId(id)) throw notAMessage()
  return { type: 'request', id, method, params }
}

/** The id of a message that may be none, for the answer to it. */
export function idOf(body: unknown): string | number | null {
  return isRecord(body) && isId(body.id) ? body.id : null
}

function isId(id: unknown): id is string | number {
  return (typeof id === 'number' && Number.isFinite(id)) || (typeof id === 'string' && id.length <= MAX_ID_LENGTH)
}

function notAMessage(): RpcFault {
  return new RpcFault(RPC.invalidRequest, 'Send one message of JSON-RPC 2.0 in the body.')
}

export function isRecord(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
