import { createPrincipalReader, groupsOfRole, openTokenVerifier, principalOptions } from '@sluice/auth'
import { createUsersRepository, openMigratedDatabase, type UsersRepository } from '@sluice/db'
import { type Outbox, openOutbox } from '@sluice/outbox'
import type { PolicySource } from '@sluice/policy'
import { createCedarPolicies } from '@sluice/policy/cedar'
import { openStoredPolicies } from '@sluice/policy-store'
import { CommandBatcher, checkRedis, openRedis, publishServiceState } from '@sluice/redis'
import {
  type BuildContext,
  createApp,
  type Metrics,
  renderProblem,
  type ServiceDefinition,
  VERSION,
} from '@sluice/service-kit'
import { createRedisSessionStore, createUnfreezers, openFreezeControl } from '@sluice/sessions'
import type { Redis } from 'ioredis'
import { createRedisClaimStore } from './adapters/redis-claim-store.ts'
import { addRoutes, describeRoutes } from './add-routes.ts'
import { SIGNATURE_WINDOW_MS } from './callers/webhook-signature.ts'
import { rehearse } from './commands/rehearse.ts'
import { type SoarListenerConfig, soarListenerConfigSchema } from './config.ts'
import type { Dependencies } from './dependencies.ts'
import { openEnrichment } from './enrichment/open-enrichment.ts'
import { createPersonFinder, createUserFinder } from './find-user.ts'
import { createRefusalLog, type RefusalLogOptions, refusalCounter } from './refusal-log.ts'
import { createTransmitters } from './signals/transmitters.ts'
import { CLOCK_TOLERANCE_SECONDS } from './signals/verify-set.ts'

const SERVICE = 'soar-listener'
/** Longer than any command takes. A redelivery waits for so long where the holder of its claim has died. */
const CLAIM_MS = 15_000
const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

/** The SOAR listener as a service: what it opens, and in which order it closes. */
export const soarListenerService: ServiceDefinition<SoarListenerConfig> = {
  name: SERVICE,
  info: {
    title: 'Sluice SOAR listener',
    version: VERSION,
    description: 'Commands of SOAR systems and shared signals of identity providers: both stop users at once.',
  },
  configSchema: soarListenerConfigSchema,
  describeRoutes,
  docs: {
    title: 'the SOAR listener',
    notes: [
      'How callers sign and what they may ask for is in [soar.md](../soar.md), the members of `SSF_TRANSMITTERS` are in\n' +
        '[shared-signals.md](../shared-signals.md).',
    ],
  },
  async build(context) {
    const [redis, database] = await Promise.all([openRedis(context), openMigratedDatabase(context)])
    const outbox = await openOutbox(context, { redis, commands: new CommandBatcher(redis) })
    const policies = createPolicies(context)
    await openStoredPolicies(context, database, policies)
    const watches = await openEnrichment(context, { redis, database })
    publishServiceState(context, redis, () => ({ receivers: watches.map((watch) => watch.state()) }))
    const app = createApp({ ...context, renderError: renderProblem })
    const dependencies = assemble(context, { redis, outbox, users: createUsersRepository(database), policies })
    addRoutes(app, dependencies)
    await rehearse(dependencies)
    return {
      app,
      // Not PostgreSQL and not the issuer: without them a signed command by `sub` still stops a user.
      checks: { redis: () => checkRedis(redis) },
    }
  },
}

interface Parts {
  readonly redis: Redis
  readonly outbox: Outbox
  readonly users: UsersRepository
  readonly policies: PolicySource
}

function createPolicies({ config, clock }: BuildContext<SoarListenerConfig>) {
  const { SOAR_SCOPE, SOAR_CLIENTS, SOAR_ALLOW_UNFREEZE } = config
  const soar = { scope: SOAR_SCOPE, clients: SOAR_CLIENTS, allowUnfreeze: SOAR_ALLOW_UNFREEZE }
  return createCedarPolicies({ clearances: {}, soar }, { clock })
}

function assemble(context: BuildContext<SoarListenerConfig>, { redis, outbox, users, policies }: Parts): Dependencies {
  const { config, logger, clock, metrics } = context
  const sessions = createRedisSessionStore({ redis, idleTimeoutMs: config.SESSION_IDLE_MS })
  const unfreezers = createUnfreezers({
    findActive: (tenant) => users.activeInGroups(tenant, groupsOfRole(config, 'ciso')),
    sessions,
  })
  const idleTimeoutMs = config.SESSION_IDLE_MS
  const control = openFreezeControl(context, { redis, sessions, outbox, idleTimeoutMs, unfreezers })
  const findUsers = createUserFinder(users)
  const claims = (name: string, keepMs: number) =>
    createRedisClaimStore(redis, { keyPrefix: `sluice:soar:${name}:`, keepMs, claimMs: CLAIM_MS })
  return {
    callers: {
      keys: config.SOAR_CALLERS,
      verifier: openTokenVerifier(context),
      readPrincipal: createPrincipalReader(principalOptions(config)),
      scope: config.SOAR_SCOPE,
      scopeClaims: config.SOAR_SCOPE_CLAIMS,
      findPerson: createPersonFinder(users, sessions),
      clock,
    },
    policies,
    control,
    sessions,
    findUsers,
    // A message is valid from five minutes before its timestamp to five minutes after it.
    messages: claims('message', 2 * SIGNATURE_WINDOW_MS + MINUTE_MS),
    answers: claims('answer', DAY_MS),
    transmitters: createTransmitters(config.SSF_TRANSMITTERS, { loginIssuer: config.OIDC_ISSUER, clock }),
    signals: claims('signal', config.SSF_MAX_AGE_MS + 2 * CLOCK_TOLERANCE_SECONDS * 1_000 + MINUTE_MS),
    maxSignalAgeMs: config.SSF_MAX_AGE_MS,
    ...openRefusals(context, outbox),
    counts: openCounts(metrics),
    clock,
    logger,
  }
}

function openRefusals({ config, logger, clock, metrics, onClose }: BuildContext<SoarListenerConfig>, outbox: Outbox) {
  const counter = refusalCounter(metrics)
  const open = (event: RefusalLogOptions['event'], unknownActor: string) =>
    createRefusalLog({
      ...{ event, unknownActor, service: SERVICE, outbox, counter, clock, logger },
      recordsPerMinute: config.SOAR_REFUSED_RECORDS_PER_MINUTE,
    })
  const refusedCommands = open('soar.refused', 'soar:unknown')
  const refusedSignals = open('signal.refused', 'ssf:unknown')
  onClose('counted refusals', async () => void (await Promise.all([refusedCommands.close(), refusedSignals.close()])))
  return { refusedCommands, refusedSignals }
}

function openCounts(metrics: Metrics): Dependencies['counts'] {
  const commands = metrics.counter({
    name: 'sluice_soar_commands_total',
    help: 'Commands that were executed.',
    labelNames: ['command', 'result'],
  })
  const durations = metrics.histogram({
    name: 'sluice_soar_command_seconds',
    help: 'From the arrival of a command to the last acknowledgement or the end of the wait.',
    labelNames: ['command'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
  })
  const signals = metrics.counter({
    name: 'sluice_ssf_events_total',
    help: 'Events of security event tokens that were taken.',
    labelNames: ['event', 'result'],
  })
  return {
    command: (command, result, elapsedMs) => {
      commands.inc({ command, result })
      if (result !== 'replayed') durations.observe({ command }, elapsedMs / 1_000)
    },
    signal: (event, result) => signals.inc({ event, result }),
  }
}
