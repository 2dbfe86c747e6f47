import { ERRORS, type PolicyViolation, type Refusal, type SluiceError } from '@sluice/contracts'
import { errorResponse, messageOf } from '../error-response.ts'

/** OpenAI's error body. The members are always there; `param` is a real null where nothing is at fault. */
interface OpenAiErrorBody {
  readonly error: {
    readonly message: string
    readonly type: string
    readonly param: string | null
    readonly code: string
    /** Of a request that waits for a human. */
    readonly approval_id?: string
    /** Where a layer has refused the request. The official clients show it as `error.error.policy_violations`. */
    readonly policy_violations?: readonly PolicyViolation[]
  }
}

/** The error body for a refusal, for a response or for the error frame of a stream. */
export function openAiErrorBody(refusal: Refusal): OpenAiErrorBody {
  const { code, param = null, policyViolations, approvalId } = refusal
  const { type } = ERRORS[code]
  const violations = policyViolations === undefined ? {} : { policy_violations: policyViolations }
  const approval = approvalId === undefined ? {} : { approval_id: approvalId }
  return { error: { message: messageOf(refusal), type, param, code, ...approval, ...violations } }
}

/** The response for an error on OpenAI's wires. */
export function renderOpenAiError({ refusal }: SluiceError): Response {
  return errorResponse(refusal, openAiErrorBody(refusal))
}
