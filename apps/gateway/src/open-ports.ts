import { createSessionKeysRepository, openMigratedDatabase, openUsers } from '@sluice/db'
import { createSessionKeys, type OpenDataKeys, openDataKeys } from '@sluice/keys'
import { openOutbox, openRefusalFolds } from '@sluice/outbox'
import { CommandBatcher, checkRedis, openRedis, publishServiceState } from '@sluice/redis'
import type { BuildContext } from '@sluice/service-kit'
import { createRedisSessionStore, SessionSuspicions } from '@sluice/sessions'
import { createRedisStateMap } from '@sluice/token-vault/redis'
import { createRedisKeptResponses } from './adapters/redis-kept-responses.ts'
import { createRedisSemanticCache } from './adapters/redis-semantic-cache.ts'
import { CALLERS, type GateUse, openGate } from './admission/open-gate.ts'
import { openApiKeys, openCallers } from './api-keys/open-api-keys.ts'
import { createHeldRequests } from './approvals/keep-held.ts'
import { createGatewayApprovals } from './approvals/open-approvals.ts'
import { describeCache } from './cache-config.ts'
import { openCodenames } from './codenames/open-codenames.ts'
import type { GatewayConfig } from './config.ts'
import { openEndpoints } from './endpoints/open-endpoints.ts'
import { openMasks } from './evidence/open-masks.ts'
import { openMosaics } from './mosaics/open-mosaics.ts'
import { openPolicies } from './open-policies.ts'
import { openPolicyDocuments } from './open-policy-documents.ts'
import { openQuotas } from './quotas/open-quotas.ts'
import { openSpendings } from './spending/open-spendings.ts'
import { openToolPins } from './tool-servers/open-tool-pins.ts'

/**
 * Opens every adapter of the gateway, with a readiness check for each.
 *
 * @param gateUse whose requests its gate lets in; those of callers unless said otherwise.
 */
export async function openPorts(context: BuildContext<GatewayConfig>, gateUse: GateUse = CALLERS) {
  const { config } = context
  const { dataKeys, currentKeyId, keyRing } = await openKeys(context)
  const [redis, database] = await Promise.all([openRedis(context), openMigratedDatabase(context)])
  const commands = new CommandBatcher(redis)
  const outbox = await openOutbox(context, { redis, commands })
  const repository = createSessionKeysRepository(database)
  // A value is gone after twice that.
  const keptMs = 2 * config.STATE_MAP_TTL_MS
  const sessionKeys = createSessionKeys({ repository, keyRing, clock: context.clock, keptMs })
  const suspicions = new SessionSuspicions(commands, { clock: context.clock })
  const sessions = createRedisSessionStore({
    ...{ redis, suspicions },
    newSecret: (user) => keyRing.newSessionSecret(user),
    idleTimeoutMs: config.SESSION_IDLE_MS,
    maxSessionsPerUser: config.SESSIONS_PER_USER,
  })
  const { users, activeUsers } = openUsers(context, database)
  const apiKeys = openApiKeys(context, database, users)
  const gate = await openGate(context, redis, { ...gateUse, sessions, apiKeys, sessionKeys })
  const pins = openToolPins(context, database, outbox)
  const spendings = openSpendings(context, commands, () => gate.liveGateways())
  const { describe, ...watched } = await openEndpoints(context, () => gate.liveGateways(), pins, spendings)
  publishServiceState(context, redis, () => describeGateway(config, gate, describe()))
  const { policies, checkReady } = await openPolicies(context, database)
  const documents = openPolicyDocuments(context, database)
  const authenticator = openCallers(context, apiKeys)
  const approvals = createGatewayApprovals(context, database, outbox)
  const masks = openMasks(context)
  const codenames = await openCodenames(context, { redis, database, dataKeys, currentKeyId })
  return {
    authenticator,
    apiKeys,
    sessions,
    gate,
    users: activeUsers,
    policies,
    /** Keeps what the decisions of a tenant follow from. */
    onPolicy: documents.keep,
    quotas: openQuotas(context, () => gate.liveGateways()),
    ...{ spendings, endpoints: watched.registry },
    health: watched.health,
    outbox,
    refusals: openRefusalFolds(context, outbox),
    masks,
    codenames: codenames.codenames,
    ...openStored(commands, config),
    ...{ suspicions, keyRing, sessionKeys, approvals, mosaics: openMosaics(context, { commands, outbox, keyRing }) },
    held: createHeldRequests({ approvals, keyRing, config }),
    checks: {
      redis: () => checkRedis(redis),
      // A gateway that was busy renews its lease; one that cannot tell who is frozen is not ready.
      freezes: () => gate.ensureFresh(),
      outbox: () => outbox.checkReady('requests'),
      postgres: () => database.checkReady(),
      codenames: codenames.checkReady,
      evidence: () => masks.checkReady(),
      policies: checkReady,
      oidc: () => authenticator.checkReady(),
    },
  }
}

/** The configuration has checked that there are some. */
async function openKeys(context: BuildContext<GatewayConfig>): Promise<OpenDataKeys> {
  const keys = await openDataKeys(context)
  if (keys === undefined) throw new Error('no data keys')
  return keys
}

/** What sessions store in Redis. */
function openStored(commands: CommandBatcher, config: GatewayConfig) {
  return {
    stateMap: createRedisStateMap(commands, {
      ttlMs: config.STATE_MAP_TTL_MS,
      maxSessionBytes: config.STATE_MAP_SESSION_BYTES,
      maxUserBytes: config.STATE_MAP_USER_BYTES,
      maxBytes: config.STATE_MAP_BYTES,
    }),
    cache: createRedisSemanticCache(commands, {
      ttlMs: config.CACHE_TTL_MS,
      maxBytes: config.CACHE_BYTES,
      maxUserBytes: config.CACHE_USER_BYTES,
    }),
    kept: createRedisKeptResponses(commands, {
      // As long as the mapping of their tokens at least.
      ttlMs: config.STATE_MAP_TTL_MS,
      maxBytes: config.KEPT_RESPONSES_BYTES,
      maxUserBytes: config.KEPT_RESPONSES_USER_BYTES,
    }),
  }
}

/** What a gateway says of itself. */
function describeGateway(
  config: GatewayConfig,
  gate: Awaited<ReturnType<typeof openGate>>,
  endpoints: ReturnType<Awaited<ReturnType<typeof openEndpoints>>['describe']>,
) {
  const answerCache = describeCache(config)
  return { gateway: { leaseId: gate.id, requests: gate.count(), ...endpoints, answerCache } }
}
