import type { ModelEndpoint } from './model-endpoint.ts'
import { type RegistryDocument, type RegistryEntry, registryDocumentOf } from './registry-document.ts'

/** The endpoints that serve a tenant, as they stood when its request came in. A reload makes another snapshot. */
export interface EndpointSnapshot {
  /** In the order of configuration. */
  readonly endpoints: readonly ModelEndpoint[]
  /** What policies see of them, as evidence names it. */
  readonly registry: RegistryDocument
}

/**
 * A snapshot of these endpoints.
 *
 * @param others what else the text of a request can be sent to.
 */
export function snapshotOf(
  endpoints: readonly ModelEndpoint[],
  others: readonly RegistryEntry[] = [],
): EndpointSnapshot {
  return { endpoints, registry: registryDocumentOf(endpoints, others) }
}
