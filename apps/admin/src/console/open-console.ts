import type { Database } from '@sluice/db'
import { createConsoleSessionsRepository } from '@sluice/db'
import type { BuildContext, ServiceApp } from '@sluice/service-kit'
import type { KeyRing } from '@sluice/token-vault'
import type { AdminConfig } from '../config.ts'
import type { Dependencies } from '../dependencies.ts'
import { ConsoleCallers } from './console-callers.ts'
import { consoleGate } from './console-gate.ts'
import { describeConsoleSecurity } from './console-security.ts'
import { ConsoleSessions } from './console-sessions.ts'
import { secureContent } from './content-security.ts'
import { addLogin } from './log-in.ts'
import { addLogout, logOutRoute } from './log-out.ts'
import { Provider } from './provider.ts'
import { addStaticFiles, addTurnedOff } from './static-files.ts'
import { addWhoAmI, whoAmIRoute } from './who-am-i.ts'

interface ConsoleParts
  extends Pick<Dependencies, 'activeUsers' | 'authenticator' | 'outbox' | 'policies' | 'sessions' | 'users'> {
  readonly database: Database
  readonly keyRing: KeyRing | undefined
}

interface Console {
  /** Undefined where it is off. */
  readonly callers: ConsoleCallers | undefined
  addTo(app: ServiceApp): void
}

/** Opens the console: its logins, its sessions, and its files. Without `CONSOLE_URL` it only says that it is off. */
export function openConsole(context: BuildContext<AdminConfig>, parts: ConsoleParts): Console {
  const { config, clock, logger } = context
  const { CONSOLE_URL, CONSOLE_CLIENT_ID, OIDC_ISSUER } = config
  const { keyRing, database, authenticator, sessions, users, activeUsers, policies, outbox } = parts
  if (CONSOLE_URL === undefined || CONSOLE_CLIENT_ID === undefined || keyRing === undefined) {
    return { callers: undefined, addTo: addTurnedOff }
  }
  const { origin } = new URL(CONSOLE_URL)
  const provider = new Provider({
    ...{ issuer: OIDC_ISSUER, clientId: CONSOLE_CLIENT_ID, clientSecret: config.CONSOLE_CLIENT_SECRET, origin },
    ...{ scope: config.CONSOLE_SCOPE, resource: config.CONSOLE_RESOURCE, allowHttp: config.OIDC_ALLOW_HTTP },
    nowMs: () => clock.nowMs(),
  })
  const consoleSessions = new ConsoleSessions({
    ...{
      repository: createConsoleSessionsRepository(database),
      keyRing,
      provider,
      authenticator,
      sessions,
      users,
      clock,
    },
    ...{ idleMs: config.CONSOLE_IDLE_MS, sessionMs: config.CONSOLE_SESSION_MS, refreshMs: config.CONSOLE_REFRESH_MS },
    onEnd: () => undefined,
  })
  const callers = new ConsoleCallers(consoleSessions, origin)
  const requirePerson = consoleGate({ callers, activeUsers, sessions })
  const report = {
    onUnrecorded: (err: unknown) => logger.warn({ err }, 'a login or log-out could not be recorded'),
    onUnrevoked: (err: unknown) => logger.warn({ err }, 'a token could not be taken back'),
  }
  return {
    callers,
    addTo: (app) => {
      app.use('/console', secureContent)
      app.use('/console/*', secureContent)
      const ends = { consoleSessions, provider, clock, outbox, ...report }
      addLogin(app, {
        ...{ ...ends, activeUsers, authenticator, sessions, keyRing },
        ...{ stepUp: config.STEP_UP, sessionMs: config.CONSOLE_SESSION_MS },
      })
      addLogout(app, { ...ends, origin })
      addWhoAmI(app, {
        ...{ requirePerson, policies, idleMs: config.CONSOLE_IDLE_MS },
        sampleUsers: undefined,
        mayAssess: () => false,
      })
      addStaticFiles(app, config.CONSOLE_FILES)
    },
  }
}

/** Describes the console's own calls for the OpenAPI document. */
export function describeConsole(app: ServiceApp): void {
  describeConsoleSecurity(app)
  for (const route of [whoAmIRoute, logOutRoute]) app.openAPIRegistry.registerPath(route)
}
