import type { SluiceError } from '@sluice/contracts'
import { errorResponse, messageOf } from '../error-response.ts'

/** JSON-RPC 2.0, section 5.1: an error of the implementation's own. */
const SERVER_ERROR = -32_000

/** The response for an error on the Model Context Protocol's wire. */
export function renderMcpError({ refusal }: SluiceError): Response {
  return errorResponse(refusal, {
    jsonrpc: '2.0',
    error: { code: SERVER_ERROR, message: messageOf(refusal) },
    id: null,
  })
}
