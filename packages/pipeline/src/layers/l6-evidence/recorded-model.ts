import type { KeyRing } from '@sluice/token-vault'
import type { Exchange } from '../../layer.ts'
import type { EndpointSnapshot } from '../../ports/endpoint-snapshot.ts'
import { namesFor } from '../../ports/find-serving.ts'
import type { ModelRequestKind } from '../../request/index.ts'

type AskedModel = Pick<Exchange, 'origin' | 'runtime'>

type ServedNames = Readonly<Record<'chat' | 'embeddings' | 'tool-call', ReadonlySet<string>>>

/**
 * Gives the model of a request as it may be recorded: the name that the caller used, where an endpoint serves it, else
 * `hmac-sha256:` and its digest under a key of the tenant. A name that nobody serves is the caller's own text.
 */
export function recordedModels(keyRing: Pick<KeyRing, 'digest'>): (exchange: AskedModel) => string {
  const names = new WeakMap<EndpointSnapshot, ServedNames>()
  return ({ origin: { request, principal }, runtime: { endpoints } }) => {
    const { kind, body } = request
    let served = names.get(endpoints)
    if (served === undefined) {
      served = {
        chat: servedNames(endpoints, 'chat'),
        embeddings: servedNames(endpoints, 'embeddings'),
        'tool-call': servedNames(endpoints, 'tool-call'),
      }
      names.set(endpoints, served)
    }
    return served[kind === 'embeddings' || kind === 'tool-call' ? kind : 'chat'].has(body.model)
      ? body.model
      : `hmac-sha256:${keyRing.digest(principal.tenant, body.model)}`
  }
}

/** Every name that `findServing` finds an endpoint for. */
function servedNames({ endpoints }: EndpointSnapshot, kind: ModelRequestKind): ReadonlySet<string> {
  return new Set(
    endpoints.flatMap((endpoint) => namesFor(endpoint, kind).flatMap((name) => [name, `${endpoint.name}/${name}`])),
  )
}
