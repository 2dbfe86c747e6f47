import { type ErrorCode, SluiceError } from '@sluice/contracts'

/** Error codes of JSON-RPC 2.0 and of the Model Context Protocol (2026-07-28: basic, errors). */
export const RPC = {
  serverError: -32_000,
  sessionNotFound: -32_001,
  headerMismatch: -32_020,
  unsupportedVersion: -32_022,
  invalidRequest: -32_600,
  methodNotFound: -32_601,
  invalidParams: -32_602,
} as const

type RpcCode = (typeof RPC)[keyof typeof RPC]

/** An error with a code of JSON-RPC beside that of the error table. */
export class RpcFault extends SluiceError {
  readonly rpcCode: RpcCode
  readonly data: object | undefined
  /** Where it is not that of the error table. */
  readonly status: number | undefined

  constructor(
    rpcCode: RpcCode,
    message: string,
    options: { readonly code?: ErrorCode; readonly data?: object; readonly status?: number } = {},
  ) {
    super({ code: options.code ?? 'invalid_request', message })
    this.rpcCode = rpcCode
    this.data = options.data
    this.status = options.status
  }
}
