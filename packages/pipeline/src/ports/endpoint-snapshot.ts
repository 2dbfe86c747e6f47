import type { ExternalRecognizer } from './external-recognizer.ts'
import type { GuardModel } from './guard-model.ts'
import type { ModelEndpoint } from './model-endpoint.ts'
import { type RegistryDocument, registryDocumentOf } from './registry-document.ts'

/** The endpoints that serve a tenant, as they stood when its request came in. A reload makes another snapshot. */
export interface EndpointSnapshot {
  /** In the order of configuration. */
  readonly endpoints: readonly ModelEndpoint[]
  /** What reads the texts of requests beside the recognizers of the gateway; mostly nothing. */
  readonly recognizers: readonly ExternalRecognizer[]
  /** Who is asked about requests of which L1 is not sure; mostly nobody. */
  readonly guards: readonly GuardModel[]
  /** What policies see of them, as evidence names it. */
  readonly registry: RegistryDocument
}

export function snapshotOf(
  endpoints: readonly ModelEndpoint[],
  recognizers: readonly ExternalRecognizer[] = [],
  guards: readonly GuardModel[] = [],
): EndpointSnapshot {
  return { endpoints, recognizers, guards, registry: registryDocumentOf(endpoints, recognizers, guards) }
}
