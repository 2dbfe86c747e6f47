import type { ServingEndpoint } from '../../ports/find-serving.ts'
import type { EndpointFailure, ModelEndpoint } from '../../ports/model-endpoint.ts'

/** After so many failed connections in a row an endpoint counts as down. */
const FAILURES_TO_DOWN = 5
/** How long an endpoint that is down is asked last, in milliseconds. */
const COOL_DOWN_MS = 10_000

/** Remembers which endpoints cannot be reached, so that not every request waits for a connection to fail. */
interface EndpointHealth {
  /** Endpoints that are down go last. None is left out: with no other one, it is still asked. */
  order(candidates: readonly ServingEndpoint[], nowMs: number): readonly ServingEndpoint[]
  failed(endpoint: ModelEndpoint, failure: EndpointFailure, nowMs: number): void
  answered(endpoint: ModelEndpoint): void
}

export function createEndpointHealth(): EndpointHealth {
  const records = new Map<ModelEndpoint, { readonly failures: number; readonly downUntilMs: number }>()
  const isDown = (endpoint: ModelEndpoint, nowMs: number) => {
    const record = records.get(endpoint)
    return record !== undefined && record.downUntilMs > nowMs
  }
  return {
    order(candidates, nowMs) {
      if (records.size === 0) return candidates
      const down = candidates.filter(({ endpoint }) => isDown(endpoint, nowMs))
      return [...candidates.filter((candidate) => !down.includes(candidate)), ...down]
    },
    failed(endpoint, failure, nowMs) {
      // Any other failure shows that the endpoint can be reached.
      if (failure.kind !== 'connect') return void records.delete(endpoint)
      const failures = (records.get(endpoint)?.failures ?? 0) + 1
      records.set(endpoint, { failures, downUntilMs: failures < FAILURES_TO_DOWN ? 0 : nowMs + COOL_DOWN_MS })
    },
    answered: (endpoint) => void records.delete(endpoint),
  }
}
