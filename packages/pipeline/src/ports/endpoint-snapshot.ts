import type { ModelEndpoint } from './model-endpoint.ts'
import { type RegistryDocument, registryDocumentOf } from './registry-document.ts'

/** The endpoints that serve a tenant, as they stood when its request came in. A reload makes another snapshot. */
export interface EndpointSnapshot {
  /** In the order of configuration. */
  readonly endpoints: readonly ModelEndpoint[]
  /** What policies see of them, as evidence names it. */
  readonly registry: RegistryDocument
}

export function snapshotOf(endpoints: readonly ModelEndpoint[]): EndpointSnapshot {
  return { endpoints, registry: registryDocumentOf(endpoints) }
}
