import { SluiceError, type WireEvent } from '@sluice/contracts'
import type { Admitted } from '../../admission/admit.ts'
import type { TokenUsage } from '../../observation/request-metrics.ts'

export type AdmittedResponses = Admitted<'responses'>

/** A response as it stands in the events of its life cycle. */
export type ResponseObject = Readonly<Record<string, unknown>>

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The response that an event carries. Throws `internal_error` where it carries none. */
export function responseOf({ response }: WireEvent): ResponseObject {
  if (!isObject(response)) throw new SluiceError('internal_error')
  return response
}

/** The tokens that a response has cost, as far as it says so. */
export function usageOf({ usage }: ResponseObject): TokenUsage | undefined {
  if (!isObject(usage)) return undefined
  const { input_tokens: prompt, output_tokens: completion } = usage
  if (typeof prompt !== 'number' || typeof completion !== 'number') return undefined
  return { prompt_tokens: prompt, completion_tokens: completion }
}

/** Members of a request that a response repeats, and in which names of members are the caller's own. */
const REPEATED = ['metadata', 'text', 'tools'] as const

/**
 * A response with what the caller has asked for where it repeats it: values are restored by L4, but names of members
 * are not, and what is stored and continued is a matter of the gateway.
 */
export function asAsked(response: ResponseObject, request: AdmittedResponses['origin']['request']): ResponseObject {
  const { previous_response_id } = request.body
  const asked: Record<string, unknown> = { previous_response_id: previous_response_id ?? null }
  if (request.remote === undefined) {
    for (const member of REPEATED) {
      if (isObjectOrArray(request.body[member]) && member in response) asked[member] = request.body[member]
    }
  }
  return { ...response, ...asked }
}

function isObjectOrArray(value: unknown): boolean {
  return typeof value === 'object' && value !== null
}
