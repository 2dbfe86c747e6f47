import { z } from 'zod'
import { levelSchema } from './level.ts'

const count = z.int().min(0)
const name = z.string().min(1).max(256)

/** Endpoints of one state, and models of one endpoint, at most. */
export const STATE_LIMITS = { endpoints: 200, models: 16 } as const

/** What a gateway knows of one endpoint. It holds no address and no key. */
const endpointStateSchema = z.object({
  name,
  /** The one tenant that it serves; absent where it serves each that has no entry of its own for its name. */
  tenant: name.optional(),
  permittedLevel: levelSchema,
  providerKind: z.string().max(64).optional(),
  region: z.string().max(64).optional(),
  retentionDays: count.optional(),
  /** Whether users of a tenant may share its answers. */
  isShareable: z.boolean(),
  /** The first of them; `modelCount` says how many there are. */
  models: z.array(name).max(STATE_LIMITS.models),
  modelCount: count,
  breaker: z.enum(['closed', 'half-open', 'open']),
  /** How long it lately took to begin streamed answers, in milliseconds, by model, where enough is known. */
  latencyMs: z.record(name, z.number().min(0)),
  connections: z.object({ inUse: count, waiting: count }),
})

export type EndpointState = z.output<typeof endpointStateSchema>

/** What one process of the product says of itself every few seconds. */
export const serviceStateSchema = z.object({
  /** `gateway`, `admin` and so on. */
  service: z.string().min(1).max(64),
  version: z.string().max(64),
  startedAtMs: count,
  status: z.enum(['ready', 'unready', 'draining']),
  /** The names of readiness checks that fail. */
  failing: z.array(z.string().max(64)).max(32),
  /** Of a gateway or its worker. */
  gateway: z
    .object({
      /** As it is called among the leases. */
      leaseId: name,
      /** Requests in it, each of which a freeze would stop. */
      requests: count,
      endpoints: z.array(endpointStateSchema).max(STATE_LIMITS.endpoints),
      endpointCount: count,
    })
    .optional(),
})

export type ServiceState = z.output<typeof serviceStateSchema>
