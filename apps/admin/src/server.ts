import { createServiceIdentities, groupsOfRole, openAuthenticator } from '@sluice/auth'
import { createApiKeysRepository, openMigratedDatabase, openUsers } from '@sluice/db'
import { openDataKeys } from '@sluice/keys'
import { createRedisMosaics } from '@sluice/mosaic/redis'
import { openOutbox, openRefusalFolds } from '@sluice/outbox'
import { maskReason } from '@sluice/pipeline/mask-text'
import { CommandBatcher, checkRedis, openRedis, readBudgets } from '@sluice/redis'
import { type BuildContext, createApp, renderProblem, type ServiceDefinition, VERSION } from '@sluice/service-kit'
import { createRedisSessionStore, createUnfreezers, openFreezeControl } from '@sluice/sessions'
import { createRedisMappingHolds, forgetAnswers, measureAnswers } from '@sluice/token-vault/redis'
import { findRefusal } from './access-gate.ts'
import { addRoutes, describeRoutes } from './add-routes.ts'
import { Exports } from './audit/exports.ts'
import { openAudit } from './audit/open-audit.ts'
import { ReadRecords } from './audit/read-records.ts'
import type { IsActive } from './break-glass/break-glass.ts'
import { composeBreakGlass } from './break-glass/compose-break-glass.ts'
import { openCodenames } from './codenames/open-codenames.ts'
import { type AdminConfig, adminConfigSchema } from './config.ts'
import { describeConsole, openConsole } from './console/open-console.ts'
import { createErasures } from './erasures.ts'
import { createHeldMappings } from './held-mappings.ts'
import { createIdentitySync } from './identity-sync.ts'
import { createJointUnfreeze } from './joint-unfreeze.ts'
import { serveLog } from './log/serve-log.ts'
import { openSessionKeys } from './open-session-keys.ts'
import { openOverviews } from './overview/open-overviews.ts'
import { openPolicies } from './policies/open-policies.ts'
import { observeDenials } from './refused-calls.ts'

/** The admin service: what it opens, and in which order it closes. */
export const adminService: ServiceDefinition<AdminConfig> = {
  name: 'admin',
  info: {
    title: 'Sluice admin',
    version: VERSION,
    description:
      'Sessions, freezes, the identity sync and the audit trail, for the roles that may see and change them.',
  },
  configSchema: adminConfigSchema,
  describeRoutes: (app) => {
    describeRoutes(app)
    describeConsole(app)
  },
  docs: {
    title: 'the admin service',
    notes: ['What the roles may do is in [administration.md](../administration.md).'],
  },
  async build(context) {
    const { config, clock } = context
    const keys = await openDataKeys(context)
    const [redis, database] = await Promise.all([openRedis(context), openMigratedDatabase(context)])
    const commands = new CommandBatcher(redis)
    const outbox = await openOutbox(context, { redis, commands })
    const { users, activeUsers } = openUsers(context, database)
    const { sessions, unfreezers, freezes } = await openFreezes(context, { redis, users, outbox })
    const identitySync = openIdentitySync(context, { redis, database, outbox })
    const authenticator = openAuthenticator(context)
    const keyRing = keys?.keyRing
    const sessionKeys = openSessionKeys(context, database, keyRing)
    const audit = openAudit(context, { database, keyRing, outbox, version: VERSION })
    const { checkReady, ...policies } = await openPolicies(context, { redis, database, users, outbox, ...audit })

    const isActive: IsActive = async (person) => (await findRefusal({ activeUsers, sessions }, person)) === undefined
    const opening = composeBreakGlass(context, { commands, database, outbox, isActive, keyRing, sessionKeys })

    const folds = openRefusalFolds(context, outbox, 'admin')
    const app = createApp({ ...context, renderError: renderProblem })
    const overviews = openOverviews(context, { redis, database, outbox, sessions, audit })
    const people = { authenticator, activeUsers, users, sessions }
    const stores = { redis, database, outbox }
    const console = await openConsole(context, { ...people, ...stores, ...policies, ...overviews, keyRing, folds })
    console.addTo(app)
    if (config.TLOG_PUBLIC) serveLog(app, { ...audit.log, clock })
    addRoutes(app, {
      ...people,
      consoleCallers: console.callers,
      ...{ stepUp: config.STEP_UP, hasSampleUsers: config.CONSOLE_SAMPLE_USERS.length > 0 },
      ...policies,
      codenames: openCodenames(context, { redis, database, outbox, keys }),
      apiKeys: createApiKeysRepository(database),
      findService: createServiceIdentities(config.SERVICE_IDENTITIES),
      rolesByGroup: config.ROLES_BY_GROUP,
      ...opening,
      freezes,
      jointUnfreeze: createJointUnfreeze({
        ...{ redis, freezes, sessions, unfreezers, outbox, clock },
        waitMs: config.JOINT_UNFREEZE_WAIT_MS,
      }),
      identitySync,
      answers: { measure: () => measureAnswers(redis), forget: (owner) => forgetAnswers(redis, owner) },
      ...overviews,
      ...{ keyRing, sessionKeys },
      outbox,
      ...audit,
      readBudgets: (names) => readBudgets(redis, names),
      limitedDepartments: Object.keys(config.QUOTAS?.byDepartment ?? {}).filter((name) => name !== '*'),
      mappingHolds: createHeldMappings({ mappings: createRedisMappingHolds(redis), trail: audit.auditTrail }),
      erasures: openErasures({ redis, database, sessions, freezes, outbox, clock }, commands, audit),
      exports: new Exports(),
      readRecords: new ReadRecords({ outbox, clock }),
      clock,
      logOrigin: config.TLOG_ORIGIN,
      version: VERSION,
      onDenied: observeDenials(context, { breakGlass: opening.breakGlass, outbox, folds }),
      maxBodyBytes: config.MAX_BODY_BYTES,
      maxUploadBytes: config.CODENAME_UPLOAD_BYTES,
    })
    return {
      app,
      checks: {
        redis: () => checkRedis(redis),
        outbox: () => outbox.checkReady('control'),
        postgres: () => database.checkReady(),
        policies: checkReady,
        oidc: () => authenticator.checkReady(),
      },
    }
  },
}

type FreezeControlParts = Omit<Parameters<typeof openFreezeControl>[1], 'sessions' | 'unfreezers' | 'idleTimeoutMs'>

async function openFreezes(
  context: BuildContext<AdminConfig>,
  { users, ...parts }: FreezeControlParts & Pick<ReturnType<typeof openUsers>, 'users'>,
) {
  const { config, clock } = context
  const idleTimeoutMs = config.SESSION_IDLE_MS
  const sessions = createRedisSessionStore({ redis: parts.redis, idleTimeoutMs })
  const unfreezers = createUnfreezers({
    findActive: (tenant) => users.activeInGroups(tenant, groupsOfRole(config, 'ciso')),
    sessions,
  })
  const freezes = openFreezeControl(context, { ...parts, sessions, idleTimeoutMs, unfreezers })
  // The model that masks reasons is read now, and not while a user who is to be frozen goes on.
  await maskReason('Rehearsal', clock)
  return { sessions, unfreezers, freezes }
}

type ErasureParts = Parameters<typeof createErasures>[0]

function openErasures(
  parts: Omit<ErasureParts, 'mosaics' | 'retention' | 'trail'>,
  commands: CommandBatcher,
  { auditRetention: retention, auditTrail: trail }: ReturnType<typeof openAudit>,
) {
  return createErasures({ ...parts, mosaics: createRedisMosaics(commands), retention, trail })
}

type SyncStores = Pick<Parameters<typeof createIdentitySync>[0], 'redis' | 'database' | 'outbox'>

function openIdentitySync({ clock, logger, onClose }: BuildContext<AdminConfig>, stores: SyncStores) {
  const onError = (err: unknown) => logger.warn({ err }, 'job queue failed')
  const identitySync = createIdentitySync({ ...stores, clock, onError })
  onClose('identity sync', () => identitySync.close())
  return identitySync
}
