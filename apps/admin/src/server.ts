import { createAuthenticator, createFreezeControl, createRedisSessionStore } from '@sluice/auth'
import { createUsersRepository, createUsersStore, migrate, openDatabase } from '@sluice/db'
import { checkRedis, createRedis, createRedisOutbox, waitForRedis } from '@sluice/redis'
import {
  type BuildContext,
  createApp,
  renderProblem,
  respondWithProblem,
  type ServiceDefinition,
} from '@sluice/service-kit'
import type { Denial } from './access-gate.ts'
import { addRoutes } from './add-routes.ts'
import { type AdminConfig, adminConfigSchema } from './config.ts'
import { createIdentitySync } from './identity-sync.ts'
import { ADMIN_INFO } from './open-api.ts'

/** How long the start waits for Redis before it gives up, in milliseconds. */
const REDIS_START_TIMEOUT_MS = 10_000

/** The admin service: what it opens, and in which order it closes. */
export const adminService: ServiceDefinition<AdminConfig> = {
  name: 'admin',
  version: ADMIN_INFO.version,
  configSchema: adminConfigSchema,
  async build(context) {
    const { config, logger, clock, metrics, onClose } = context
    const redis = createRedis(config.REDIS_URL, {
      commandTimeoutMs: config.REDIS_COMMAND_TIMEOUT_MS,
      connectionName: 'sluice-admin',
      onError: (error) => logger.warn({ err: error }, 'redis connection failed'),
    })
    onClose('redis', () => redis.disconnect())
    const database = openDatabase(config.DATABASE_URL, {
      applicationName: 'sluice-admin',
      onError: (error) => logger.warn({ err: error }, 'postgres connection failed'),
    })
    onClose('postgres', () => database.close())
    await Promise.all([waitForRedis(redis, REDIS_START_TIMEOUT_MS), migrate(database)])

    const waiting = metrics.gauge({ name: 'sluice_outbox_records', help: 'Records that wait in the outbox.' })
    const outbox = createRedisOutbox(redis, {
      clock,
      maxRecords: config.OUTBOX_MAX_RECORDS,
      onLength: (records) => waiting.set(records),
    })
    const users = createUsersRepository(database)
    const sessions = createRedisSessionStore({ redis, idleTimeoutMs: config.SESSION_IDLE_MS })
    const freezes = createFreezeControl({
      redis,
      redisUrl: config.REDIS_URL,
      sessions,
      outbox,
      clock,
      service: 'admin',
      onError: (error) => logger.error({ err: error }, 'freeze control'),
    })
    onClose('freeze control', () => freezes.close())
    const identitySync = createIdentitySync({
      redis,
      database,
      outbox,
      clock,
      onError: (error) => logger.warn({ err: error }, 'job queue failed'),
    })
    onClose('identity sync', () => identitySync.close())
    const authenticator = openAuthenticator(context)

    const app = createApp({ ...context, info: ADMIN_INFO, renderError: renderProblem })
    addRoutes(app, {
      authenticator,
      activeUsers: createUsersStore(users, { clock }),
      users,
      sessions,
      freezes,
      identitySync,
      clock,
      onDenied: countDenials(context),
      maxBodyBytes: config.MAX_BODY_BYTES,
    })
    return {
      app,
      renderClientError: (error) => respondWithProblem(error),
      checks: {
        redis: () => checkRedis(redis),
        outbox: () => outbox.checkReady(),
        postgres: () => database.checkReady(),
        oidc: () => authenticator.checkReady(),
      },
    }
  },
}

function openAuthenticator({ config, clock }: BuildContext<AdminConfig>) {
  return createAuthenticator({
    issuer: config.OIDC_ISSUER,
    audience: config.OIDC_AUDIENCE,
    tokenTypes: config.OIDC_TOKEN_TYPES,
    allowHttp: config.OIDC_ALLOW_HTTP,
    clock,
    principal: {
      tenantClaim: config.OIDC_TENANT_CLAIM,
      groupsClaim: config.OIDC_GROUPS_CLAIM,
      rolesByGroup: config.ROLES_BY_GROUP,
    },
  })
}

/** Who was not let in, and where: counted for an alert, and in the log with the caller's id. */
function countDenials({ metrics, logger }: BuildContext<AdminConfig>) {
  const denied = metrics.counter({
    name: 'sluice_admin_denied_total',
    help: 'Admin requests that the gate did not let in, by endpoint and error code.',
    labelNames: ['method', 'route', 'code'],
  })
  return ({ requestId, method, route, code, principal }: Denial) => {
    denied.inc({ method, route, code })
    const who = principal === undefined ? {} : { tenant: principal.tenant, sub: principal.sub }
    logger.warn({ requestId, method, route, code, ...who }, 'admin request denied')
  }
}
