import { type EndpointState, STATE_LIMITS } from '@sluice/contracts'
import type { createEndpointHealth } from '@sluice/pipeline'
import type { RegisteredEndpoint } from './endpoint-registry.ts'

interface Known {
  readonly health: Pick<
    ReturnType<typeof createEndpointHealth>,
    'stateOf' | 'latencyMs' | 'brokenForMs' | 'lately' | 'lastFault'
  >
  readonly load: readonly { readonly endpoint: string; readonly inUse: number; readonly waiting: number }[]
  /** Monotonic. */
  readonly nowMs: number
}

/** What a gateway says of its endpoints: the first 200, each with its first 16 models. Under a millisecond. */
export function describeEndpoints(
  endpoints: readonly RegisteredEndpoint[],
  { health, load, nowMs }: Known,
): { readonly endpoints: EndpointState[]; readonly endpointCount: number } {
  const loads = new Map(load.map(({ endpoint, inUse, waiting }) => [endpoint, { inUse, waiting }]))
  const described = endpoints.slice(0, STATE_LIMITS.endpoints).map(({ endpoint, tenant }): EndpointState => {
    const { name, permittedLevel, providerKind, region, retentionDays, shareable = false, models } = endpoint
    const all = [...new Set([...models.chat, ...models.embeddings, ...(models.tools ?? [])])]
    const named = all.slice(0, STATE_LIMITS.models)
    const latencies = named.flatMap((model) => {
      const ms = health.latencyMs(endpoint, model, nowMs)
      return ms === undefined ? [] : [[model, Math.round(ms * 10) / 10]]
    })
    const brokenForMs = health.brokenForMs(endpoint, nowMs)
    const lastFault = health.lastFault(endpoint, nowMs)
    return {
      ...{ name, permittedLevel, isShareable: shareable, models: named, modelCount: all.length },
      ...(tenant === undefined ? {} : { tenant }),
      ...(providerKind === undefined ? {} : { providerKind }),
      ...(region === undefined ? {} : { region }),
      ...(retentionDays === undefined ? {} : { retentionDays }),
      breaker: health.stateOf(endpoint, nowMs),
      ...(brokenForMs === undefined ? {} : { brokenForMs: Math.round(brokenForMs) }),
      lately: health.lately(endpoint, nowMs),
      ...(lastFault && { lastFault: { ...lastFault, msAgo: Math.round(lastFault.msAgo) } }),
      latencyMs: Object.fromEntries(latencies),
      connections: loads.get(name) ?? { inUse: 0, waiting: 0 },
    }
  })
  return { endpoints: described, endpointCount: endpoints.length }
}
