import { z } from '@hono/zod-openapi'
import { type EndpointState, levelSchema } from '@sluice/contracts'
import type { SeenService } from '@sluice/redis'
import { defined } from '@sluice/service-kit/async'
import { isoTime } from './freeze-view.ts'

export const endpointSchema = z
  .object({
    name: z.string(),
    permitted_level: levelSchema.describe('The highest sensitivity level that it may see.'),
    provider_kind: z.string().optional(),
    region: z.string().optional(),
    retention_days: z.int().optional().describe('How many days it keeps what it is sent; absent where nobody says.'),
    shareable: z.boolean().describe('Whether users of a tenant may share its answers in the cache.'),
    models: z.array(z.string()).describe('As callers name them; the first 16.'),
    model_count: z.int(),
    gateways: z
      .array(
        z.object({
          gateway: z.string().describe('As it is called among the leases.'),
          kind: z.enum(['gateway', 'worker']).describe('A `worker` asks for approved requests alone.'),
          seen_at: z.iso.datetime(),
          breaker: z
            .enum(['closed', 'half-open', 'open'])
            .describe('`open` while nothing is sent there because it fails, `half-open` while one request tries.'),
          broken_since: z.iso.datetime().optional().describe('Since when the breaker is not closed, while it is not.'),
          lately: z
            .object({ seconds: z.int(), asked: z.int(), failed: z.int() })
            .optional()
            .describe(
              'Requests of all tenants that it was sent in the last `seconds`, and those that it failed: by an error of its own, a refused key, ' +
                'a limit, or no answer in time. Absent from a gateway of an older version.',
            ),
          last_fault: z
            .object({ at: z.iso.datetime(), fault: z.string(), status: z.int().optional() })
            .optional()
            .describe('What it last failed by, since it was configured.'),
          latency_ms: z
            .record(z.string(), z.number())
            .describe('How long it lately took to begin a streamed answer, by model; of those that were asked enough.'),
          connections: z.object({ in_use: z.int(), waiting: z.int() }).describe('Of all tenants.'),
        }),
      )
      .describe('How it does at each gateway that knows it as this.'),
  })
  .openapi('Endpoint')

type EndpointView = z.output<typeof endpointSchema>

/** Puts together what the gateways say of the endpoints that serve a tenant, in the order of their names. */
export function endpointsOf(states: readonly SeenService[], tenant: string, nowMs: number) {
  const found = new Map<string, EndpointView>()
  let complete = true
  for (const { service, gateway, seenMsAgo } of states) {
    if (gateway === undefined) continue
    if (gateway.endpointCount > gateway.endpoints.length) complete = false
    for (const endpoint of servingOnly(gateway.endpoints, tenant)) {
      const facts = factsOf(endpoint)
      // Gateways with another configuration have another entry.
      const key = JSON.stringify(facts)
      const view = found.get(key) ?? { ...facts, gateways: [] }
      const { breaker, latencyMs, connections, lately } = endpoint
      view.gateways.push({
        ...{ gateway: gateway.leaseId, kind: service === 'gateway' ? 'gateway' : 'worker' },
        ...{ seen_at: isoTime(nowMs - seenMsAgo), breaker, latency_ms: latencyMs },
        connections: { in_use: connections.inUse, waiting: connections.waiting },
        ...defined({ lately, ...faultsOf(endpoint, nowMs - seenMsAgo) }),
      })
      found.set(key, view)
    }
  }
  const data = [...found.values()].toSorted((one, other) => one.name.localeCompare(other.name, 'en'))
  return { data, complete }
}

function faultsOf({ brokenForMs, lastFault }: EndpointState, saidMs: number) {
  return {
    broken_since: brokenForMs === undefined ? undefined : isoTime(saidMs - brokenForMs),
    last_fault: lastFault && {
      ...{ at: isoTime(saidMs - lastFault.msAgo), fault: lastFault.fault },
      ...defined({ status: lastFault.status }),
    },
  }
}

/** An entry of a tenant's own stands in place of the one for all. */
function servingOnly(endpoints: readonly EndpointState[], tenant: string): readonly EndpointState[] {
  const own = endpoints.filter((endpoint) => endpoint.tenant === tenant)
  const names = new Set(own.map(({ name }) => name))
  return [...own, ...endpoints.filter((endpoint) => endpoint.tenant === undefined && !names.has(endpoint.name))]
}

function factsOf(endpoint: EndpointState): Omit<EndpointView, 'gateways'> {
  const { name, permittedLevel, providerKind, region, retentionDays, isShareable, models, modelCount } = endpoint
  return {
    ...{ name, permitted_level: permittedLevel, shareable: isShareable, models, model_count: modelCount },
    ...defined({ provider_kind: providerKind, region, retention_days: retentionDays }),
  }
}
