import { countValues, MAX_TOOL_VALUES } from '@sluice/contracts'
import { isRecord } from '../is-record.ts'

/** The answer to a request of JSON-RPC 2.0. */
export type RpcAnswer =
  | { readonly result: Readonly<Record<string, unknown>> }
  | { readonly error: { readonly code: number; readonly message: string } }

/** What a server may send on the stream of an answer. */
type Incoming =
  | { readonly type: 'answer'; readonly answer: RpcAnswer }
  /** The server asks something of the client. */
  | { readonly type: 'request'; readonly id: string | number; readonly method: string }
  /** A notification, or the answer to something else. */
  | { readonly type: 'other' }

/** Reads one message. Undefined where it is none of JSON-RPC 2.0, or a result of too many values. */
export function readRpcMessage(text: string, awaitedId: number): Incoming | undefined {
  let message: unknown
  try {
    message = JSON.parse(text)
  } catch {
    return undefined
  }
  if (!isRecord(message) || message.jsonrpc !== '2.0') return undefined
  const { id, method, result, error } = message
  if (typeof method === 'string') return isId(id) ? { type: 'request', id, method } : { type: 'other' }
  if (id !== awaitedId) return { type: 'other' }
  if (isRecord(result)) {
    const isShort = countValues(result, MAX_TOOL_VALUES) <= MAX_TOOL_VALUES
    return isShort ? { type: 'answer', answer: { result } } : undefined
  }
  return isRecord(error) ? { type: 'answer', answer: { error: errorOf(error) } } : undefined
}

function isId(id: unknown): id is string | number {
  return typeof id === 'number' || (typeof id === 'string' && id.length <= 256)
}

function errorOf({ code, message }: Readonly<Record<string, unknown>>) {
  return { code: typeof code === 'number' ? code : 0, message: typeof message === 'string' ? message : '' }
}
