import { z } from 'zod'
import { levelSchema } from './level.ts'

const count = z.int().min(0)
const name = z.string().min(1).max(256)

/** Endpoints of one state, models of one endpoint, and receivers of one state, at most. */
export const STATE_LIMITS = { endpoints: 200, models: 16, receivers: 32 } as const

/** Why an endpoint has not answered: the kinds of failures that are its own, not the caller's. */
const ENDPOINT_FAULTS = ['unreachable', 'timeout', 'invalid_answer', 'interrupted', 'status'] as const

export type EndpointFault = (typeof ENDPOINT_FAULTS)[number]

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
  /** How long ago the breaker opened, while it is not closed. */
  brokenForMs: count.optional(),
  /** Requests that it was sent in the last minutes, and those of them that it failed. */
  lately: z.object({ seconds: count, asked: count, failed: count }).optional(),
  lastFault: z.object({ msAgo: count, fault: z.enum(ENDPOINT_FAULTS), status: count.optional() }).optional(),
  /** How long it lately took to begin streamed answers, in milliseconds, by model, where enough is known. */
  latencyMs: z.record(name, z.number().min(0)),
  connections: z.object({ inUse: count, waiting: count }),
})

export type EndpointState = z.output<typeof endpointStateSchema>

/** How a gateway remembers answers. An expiry of 0 is not at all. */
const answerCacheSchema = z.object({ ttlMs: count, maxBytes: count, maxUserBytes: count, matchesSimilar: z.boolean() })

/** What a process knows of one receiver that it sends to. It holds no path and no token. */
const receiverStateSchema = z.object({
  /** Its address, as logs and metrics name it. */
  receiver: name,
  /** Of its whole URL: two receivers may have one address. */
  digest: z.string().max(64),
  /** How long ago it was last sent something; absent before that. */
  triedMsAgo: count.optional(),
  takenMsAgo: count.optional(),
  /** For how long each attempt has failed; absent where the last one has not. */
  failingForMs: count.optional(),
  /** What the last attempt that failed was answered with; absent without an answer. */
  status: count.optional(),
})

export type ReceiverState = z.output<typeof receiverStateSchema>

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
      answerCache: answerCacheSchema.optional(),
    })
    .optional(),
  /** To whom it sends events or anomalies. */
  receivers: z.array(receiverStateSchema).max(STATE_LIMITS.receivers).optional(),
})

export type ServiceState = z.output<typeof serviceStateSchema>
