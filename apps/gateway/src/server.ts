import { openAuthenticator } from '@sluice/auth'
import type { LayerId } from '@sluice/contracts'
import { createUsersRepository, createUsersStore, openMigratedDatabase } from '@sluice/db'
import { createLevelPolicy, type Exchange } from '@sluice/pipeline'
import { createOpenAiCompatibleEndpoint } from '@sluice/providers'
import { checkRedis, openOutbox, openRedis } from '@sluice/redis'
import { type BuildContext, createApp, type Logger, type ServiceDefinition } from '@sluice/service-kit'
import { createRedisSessionStore } from '@sluice/sessions'
import { createKeyRing } from '@sluice/token-vault'
import { createRedisStateMap } from '@sluice/token-vault/redis'
import { createConfiguredCodenames } from './adapters/configured-codenames.ts'
import { createRedisSemanticCache } from './adapters/redis-semantic-cache.ts'
import { addRoutes } from './add-routes.ts'
import { createAfterwork } from './afterwork.ts'
import { composePipeline } from './compose-pipeline.ts'
import { type GatewayConfig, gatewayConfigSchema } from './config.ts'
import type { Gateway } from './gateway.ts'
import { GATEWAY_INFO } from './open-api.ts'
import { openGate, requireFresh } from './open-gate.ts'
import { createTurns } from './turns.ts'
import { renderOpenAiError } from './wire/errors.ts'

/** Ending one request and sealing its record takes about half a millisecond of the event loop. */
const STOPS_PER_TURN = 8

/** The gateway as a service: what it opens, and in which order it closes. */
export const gatewayService: ServiceDefinition<GatewayConfig> = {
  name: 'gateway',
  version: GATEWAY_INFO.version,
  configSchema: gatewayConfigSchema,
  async build(context) {
    const { config, logger, clock, onClose } = context
    const [redis, database] = await Promise.all([openRedis(context), openMigratedDatabase(context)])
    const outbox = openOutbox(context, redis)
    const afterwork = createAfterwork()
    onClose('afterwork', () => afterwork.done())
    const sessions = createRedisSessionStore({
      redis,
      idleTimeoutMs: config.SESSION_IDLE_MS,
      maxSessionsPerUser: config.SESSIONS_PER_USER,
    })
    const gate = await openGate(context, redis, sessions)
    const users = createUsersStore(createUsersRepository(database), { clock })
    const endpoints = openEndpoints(context)
    const authenticator = openAuthenticator(context)
    const gateway: Gateway = {
      authenticator,
      sessions,
      gate,
      users,
      policies: createLevelPolicy({
        clearances: config.CLEARANCES,
        heldActions: config.HELD_ACTIONS,
        forbiddenActions: config.FORBIDDEN_ACTIONS,
      }),
      endpoints,
      outbox,
      pipeline: composePipeline({
        users,
        codenames: createConfiguredCodenames(config.CODENAMES),
        stateMap: createRedisStateMap(redis, { ttlMs: config.STATE_MAP_TTL_MS }),
        cache: createRedisSemanticCache(redis, { ttlMs: config.CACHE_TTL_MS }),
        outbox,
        endpoints,
        keyRing: createKeyRing(
          new Map(Object.entries(config.DATA_KEYS)),
          config.DATA_KEY_CURRENT ?? newestKeyId(config),
        ),
        random: Math.random,
        maxCachedAnswerBytes: config.CACHE_MAX_ANSWER_BYTES,
        attemptsPerEndpoint: config.UPSTREAM_ATTEMPTS,
        firstByteTimeoutMs: config.UPSTREAM_HEADERS_TIMEOUT_MS,
        onFailure: logLayerFailure(logger),
      }),
      afterwork,
      turns: createTurns(STOPS_PER_TURN),
      clock,
      logger,
      limits: { maxBodyBytes: config.MAX_BODY_BYTES, keepAliveMs: config.KEEP_ALIVE_COMMENT_MS },
    }
    const app = createApp({ ...context, info: GATEWAY_INFO, renderError: renderOpenAiError })
    addRoutes(app, gateway)
    return {
      app,
      renderClientError: renderOpenAiError,
      checks: {
        redis: () => checkRedis(redis),
        freezes: () => requireFresh(gate),
        outbox: () => outbox.checkReady(),
        postgres: () => database.checkReady(),
        oidc: () => authenticator.checkReady(),
      },
    }
  },
}

function openEndpoints({ config, clock, onClose }: BuildContext<GatewayConfig>) {
  return config.ENDPOINTS.map((endpoint) => {
    const opened = createOpenAiCompatibleEndpoint({
      ...endpoint,
      clock,
      connectTimeoutMs: config.UPSTREAM_CONNECT_TIMEOUT_MS,
      headersTimeoutMs: config.UPSTREAM_HEADERS_TIMEOUT_MS,
      idleTimeoutMs: config.UPSTREAM_IDLE_TIMEOUT_MS,
      maxConnections: config.UPSTREAM_MAX_CONNECTIONS,
      maxAnswerBytes: config.UPSTREAM_MAX_ANSWER_BYTES,
    })
    onClose(`endpoint ${endpoint.name}`, () => opened.close())
    return opened
  })
}

/** The configuration has checked that there is one. */
function newestKeyId({ DATA_KEYS }: GatewayConfig): string {
  return Object.keys(DATA_KEYS).at(-1) ?? ''
}

/** Why a layer failed goes to the log, with ids and the cause, and nowhere else. */
function logLayerFailure(logger: Logger) {
  return (layer: LayerId, { requestId }: Exchange, cause: unknown) =>
    logger.error({ requestId, layer, err: cause }, 'layer failed')
}
