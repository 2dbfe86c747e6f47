import type { Exchange } from '../../layer.ts'
import type { EndpointSnapshot } from '../../ports/endpoint-snapshot.ts'
import { findServing } from '../../ports/find-serving.ts'
import type { LocalRequest, ModelRequest } from '../../request/index.ts'

/** A request whose answer may be remembered, of any of the wires of conversations. */
export type CacheableRequest = Extract<LocalRequest, { readonly kind: 'chat' | 'messages' | 'responses' }>

/**
 * The request where its answer may be remembered: it is here as a whole, names no high temperature, and nothing is kept
 * for it or continued by it, neither here nor at the endpoint.
 *
 * @param maxTemperature 0 to 2.
 */
export function cacheable(
  request: ModelRequest,
  { origin }: Exchange,
  maxTemperature: number,
): CacheableRequest | undefined {
  if (request.remote !== undefined || !isOfConversation(request) || origin.history !== undefined) return undefined
  const { temperature } = request.body
  if (typeof temperature === 'number' && temperature > maxTemperature) return undefined
  return isKept(request) ? undefined : request
}

function isOfConversation(request: LocalRequest): request is CacheableRequest {
  return request.kind === 'chat' || request.kind === 'messages' || request.kind === 'responses'
}

function isKept(request: CacheableRequest): boolean {
  switch (request.kind) {
    case 'chat': {
      const { store } = request.body
      return store !== undefined && store !== null && store !== false
    }
    case 'messages':
      return false
    case 'responses':
      return request.body.store !== false || typeof request.body.previous_response_id === 'string'
  }
}

/** Whether every endpoint that serves the model is declared to give all users of a tenant the same answer. */
export function isShareableModel({ endpoints }: EndpointSnapshot, model: string): boolean {
  const serving = findServing(endpoints, 'chat', model)
  return serving.length > 0 && serving.every(({ endpoint }) => endpoint.shareable === true)
}
