import type { Database } from '@sluice/db'
import { createConsoleSessionsRepository } from '@sluice/db'
import type { RefusalFolds } from '@sluice/outbox'
import type { BuildContext, ServiceApp } from '@sluice/service-kit'
import { FreezeFeed } from '@sluice/sessions'
import type { KeyRing } from '@sluice/token-vault'
import type { Redis } from 'ioredis'
import type { AdminConfig } from '../config.ts'
import type { Dependencies } from '../dependencies.ts'
import { AssessmentTokens } from './assessment-tokens.ts'
import { ConsoleCallers } from './console-callers.ts'
import { consoleGate } from './console-gate.ts'
import { ConsoleSessions } from './console-sessions.ts'
import { secureContent } from './content-security.ts'
import { EventSources } from './event-sources.ts'
import { EventVisibility } from './event-visibility.ts'
import { addEvents, eventsRoute } from './events.ts'
import { addForwarders } from './forwarders.ts'
import { LiveSessions } from './live-sessions.ts'
import { addLogin } from './log-in.ts'
import { addLogout, logOutRoute } from './log-out.ts'
import { addOwnApprovals, ownApprovalRoutes } from './own-approvals.ts'
import { Provider } from './provider.ts'
import { demandsOf, openSecurityKeys } from './security-keys/open-security-keys.ts'
import { addSecurityKeys, securityKeyRoutes } from './security-keys/routes.ts'
import type { SecurityKeys } from './security-keys/security-keys.ts'
import { addStaticFiles, addTurnedOff } from './static-files.ts'
import { addWhoAmI, whoAmIRoute } from './who-am-i.ts'

interface ConsoleParts
  extends Pick<
    Dependencies,
    'activeUsers' | 'approvals' | 'authenticator' | 'outbox' | 'policies' | 'sessions' | 'users'
  > {
  readonly redis: Redis
  readonly database: Database
  readonly keyRing: KeyRing | undefined
  readonly folds: RefusalFolds
}

interface Console {
  /** Undefined where it is off. */
  readonly callers: ConsoleCallers | undefined
  addTo(app: ServiceApp): void
}

/** Opens the console: its logins, its sessions, and its files. Without `CONSOLE_URL` it only says that it is off. */
export async function openConsole(context: BuildContext<AdminConfig>, parts: ConsoleParts): Promise<Console> {
  const { config, clock, logger, stopping } = context
  const { CONSOLE_URL, CONSOLE_CLIENT_ID, OIDC_ISSUER } = config
  const { keyRing, redis, database, authenticator, sessions, users, activeUsers, policies, outbox, approvals } = parts
  const { folds } = parts
  if (CONSOLE_URL === undefined || CONSOLE_CLIENT_ID === undefined || keyRing === undefined) {
    const addTo = (app: ServiceApp) => {
      // One document for all: it says what there would be.
      describeConsole(app)
      addTurnedOff(app)
    }
    return { callers: undefined, addTo }
  }
  const { origin } = new URL(CONSOLE_URL)
  const provider = new Provider({
    ...{ issuer: OIDC_ISSUER, clientId: CONSOLE_CLIENT_ID, clientSecret: config.CONSOLE_CLIENT_SECRET, origin },
    ...{ scope: config.CONSOLE_SCOPE, resource: config.CONSOLE_RESOURCE, allowHttp: config.OIDC_ALLOW_HTTP },
    nowMs: () => clock.nowMs(),
  })
  const repository = createConsoleSessionsRepository(database)
  const consoleSessions = new ConsoleSessions({
    ...{ repository, keyRing, provider, authenticator, sessions, users, clock },
    ...{ idleMs: config.CONSOLE_IDLE_MS, sessionMs: config.CONSOLE_SESSION_MS, refreshMs: config.CONSOLE_REFRESH_MS },
    securityKeys: config.CONSOLE_WEBAUTHN_RP_ID === undefined ? undefined : { acr: config.CONSOLE_WEBAUTHN_ACR },
    onMove: (from, to) => live.sessionMoved(from, to),
    onEnd: (idHash, reason) => live.sessionEnded(idHash, reason),
  })
  const onError = (err: unknown) => logger.warn({ err }, 'the console cannot tell what happens')
  const feed = new FreezeFeed({ redis })
  const sources = new EventSources({ feed, approvals, visibility: new EventVisibility(policies), onError })
  const live = new LiveSessions({
    ...{ feed, repository, sessions, clock, onError, idleMs: config.CONSOLE_IDLE_MS },
    end: (idHash, reason) => consoleSessions.end(idHash, reason),
    onFreezes: (news) => sources.tellFreezes(news),
    onLook: () => sources.flush(),
  })
  stopping.addEventListener('abort', () => live.close())
  const callers = new ConsoleCallers(consoleSessions, origin)
  const requirePerson = consoleGate({ callers, activeUsers, sessions })
  const keys = await openSecurityKeys(context, { database, folds, outbox, origin, sessions: consoleSessions })
  const ends = {
    ...{ consoleSessions, provider, clock, outbox },
    onUnrecorded: (err: unknown) => logger.warn({ err }, 'a login or log-out could not be recorded'),
    onUnrevoked: (err: unknown) => logger.warn({ err }, 'a token could not be taken back'),
  }
  return {
    callers,
    addTo: (app) => {
      for (const path of ['/console', '/console/*']) app.use(path, secureContent)
      addLogin(app, {
        ...{ ...ends, activeUsers, authenticator, sessions, keyRing },
        ...{ demands: demandsOf(config), sessionMs: config.CONSOLE_SESSION_MS },
      })
      addLogout(app, { ...ends, origin })
      addEvents(app, { requirePerson, live, sources })
      addOwnApprovals(app, { requirePerson, approvals, clock })
      if (keys !== undefined) {
        const { MAX_BODY_BYTES: maxBodyBytes } = config
        addSecurityKeys(app, { requirePerson, keys, maxBodyBytes, nowMs: () => clock.nowMs() })
      }
      addOtherServices(app, config, { requirePerson, live, clock, outbox, policies, keys })
      addStaticFiles(app, config.CONSOLE_FILES)
    },
  }
}

type OtherServices = Pick<Parameters<typeof addForwarders>[1], 'requirePerson' | 'live' | 'clock' | 'outbox'> &
  Pick<ConsoleParts, 'policies'> & { readonly keys: SecurityKeys | undefined }

/** Adds the ways to the other services, and the session, which says whether they are there. */
function addOtherServices(app: ServiceApp, config: AdminConfig, parts: OtherServices): void {
  const { requirePerson, policies, clock, keys: securityKeys } = parts
  const { GATEWAY_URL, ASSESSMENT_API_URL, CONSOLE_SAMPLE_USERS: sampleUsers } = config
  const assessmentTokens =
    ASSESSMENT_API_URL === undefined
      ? undefined
      : new AssessmentTokens({
          ...{ baseUrl: ASSESSMENT_API_URL, clients: config.ASSESSMENT_CLIENTS, secret: config.ASSESSMENT_SECRET },
          nowMs: () => clock.nowMs(),
        })
  addForwarders(app, {
    ...{ ...parts, gatewayUrl: GATEWAY_URL, sampleUsers, assessmentUrl: ASSESSMENT_API_URL, assessmentTokens },
    maxBodyBytes: config.CONSOLE_FORWARD_BYTES,
    maxUploadBytes: config.CONSOLE_UPLOAD_BYTES,
  })
  addWhoAmI(app, {
    ...{ requirePerson, policies, securityKeys, idleMs: config.CONSOLE_IDLE_MS },
    sampleUsers: GATEWAY_URL === undefined ? undefined : sampleUsers,
    mayAssess: (principal) => assessmentTokens?.clientOf(principal) !== undefined,
  })
}

/** Describes the console's own calls for the OpenAPI document. */
export function describeConsole(app: ServiceApp): void {
  for (const route of [whoAmIRoute, logOutRoute, eventsRoute, ...securityKeyRoutes, ...ownApprovalRoutes])
    app.openAPIRegistry.registerPath(route)
}
