import type { KeyRing } from '@sluice/token-vault'
import type { ExchangeOrigin } from '../../layer.ts'
import { modelsFor } from '../../ports/find-serving.ts'
import type { ModelEndpoint } from '../../ports/model-endpoint.ts'
import type { ModelRequestKind } from '../../request/index.ts'

/**
 * Gives the model of a request as it may be recorded: the name that the caller used, where an endpoint serves it, else
 * `hmac-sha256:` and its digest under a key of the tenant. A name that nobody serves is the caller's own text.
 */
export function recordedModels(
  endpoints: readonly ModelEndpoint[],
  keyRing: Pick<KeyRing, 'digest'>,
): (origin: ExchangeOrigin) => string {
  const served = { chat: servedNames(endpoints, 'chat'), embeddings: servedNames(endpoints, 'embeddings') }
  return ({ request: { kind, body }, principal }) =>
    served[kind === 'embeddings' ? kind : 'chat'].has(body.model)
      ? body.model
      : `hmac-sha256:${keyRing.digest(principal.tenant, body.model)}`
}

/** Every name that `findServing` finds an endpoint for. */
function servedNames(endpoints: readonly ModelEndpoint[], kind: ModelRequestKind): ReadonlySet<string> {
  return new Set(
    endpoints.flatMap((endpoint) => modelsFor(endpoint, kind).flatMap((model) => [model, `${endpoint.name}/${model}`])),
  )
}
