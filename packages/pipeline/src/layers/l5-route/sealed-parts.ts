import type { ServingEndpoint } from '../../ports/find-serving.ts'
import type { ModelEndpoint } from '../../ports/model-endpoint.ts'
import { type ModelRequest, withoutSeals } from '../../request/index.ts'

/** The same endpoints, those first that have signed or encrypted a part of the request: only they can read it. */
export function makersFirst(
  endpoints: readonly ServingEndpoint[],
  { seals }: ModelRequest,
): readonly ServingEndpoint[] {
  if (seals === undefined) return endpoints
  const isMaker = ({ endpoint }: ServingEndpoint) => seals.endpoints.has(endpoint.name)
  return [...endpoints.filter(isMaker), ...endpoints.filter((each) => !isMaker(each))]
}

/**
 * The request as it may go to an endpoint: what another one has sealed stays behind. Undefined where it cannot be taken
 * out, because another thread holds the body.
 */
export function sendable(request: ModelRequest, { name }: Pick<ModelEndpoint, 'name'>): ModelRequest | undefined {
  const { seals } = request
  if (seals === undefined || (seals.endpoints.size === 1 && seals.endpoints.has(name))) return request
  return request.remote === undefined ? withoutSeals(request) : undefined
}
