import { ERRORS, type Refusal, type SluiceError } from '@sluice/contracts'
import { errorResponse, messageOf } from '../error-response.ts'
import { RPC, RpcFault } from './rpc-fault.ts'

/** The id of a request; null where it is not known. */
export type RpcId = string | number | null

/** The response for an error on the Model Context Protocol's wire, where the request's id is not known. */
export function renderMcpError(error: SluiceError): Response {
  return mcpErrorResponse(error, null)
}

/** The response for an error, with the id of its request. `data.code` is the gateway's own code. */
export function mcpErrorResponse(error: SluiceError, id: RpcId, status?: number): Response {
  const { refusal } = error
  const isFault = error instanceof RpcFault
  const body = {
    jsonrpc: '2.0',
    id,
    error: {
      code: isFault ? error.rpcCode : RPC.serverError,
      message: messageOf(refusal),
      data: { code: refusal.code, ...dataOf(refusal), ...(isFault ? error.data : {}) },
    },
  }
  const own = isFault ? error.status : undefined
  return errorResponse(refusal, body, status ?? own ?? ERRORS[refusal.code].status)
}

function dataOf({ approvalId, policyViolations }: Refusal): object {
  return {
    ...(approvalId === undefined ? {} : { approval_id: approvalId }),
    ...(policyViolations === undefined ? {} : { policy_violations: policyViolations }),
  }
}
