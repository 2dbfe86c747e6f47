import { createRoute, z } from '@hono/zod-openapi'
import { createControlRecord } from '@sluice/contracts'
import { problemResponses, type ServiceApp } from '@sluice/service-kit'
import { defined } from '@sluice/service-kit/async'
import { newId } from '@sluice/service-kit/environment'
import type { Dependencies } from '../dependencies.ts'
import { jsonAnswer } from '../routes/operation.ts'
import { consoleSecurity } from './console-security.ts'
import type { ConsoleSessions } from './console-sessions.ts'
import { clearSessionCookie, readSessionCookie } from './cookies.ts'
import { requireOwnSite } from './own-site.ts'
import type { Provider } from './provider.ts'

type LogoutDependencies = Pick<Dependencies, 'clock' | 'outbox'> & {
  readonly consoleSessions: Pick<ConsoleSessions, 'end' | 'hashOf' | 'personOf'>
  readonly provider: Pick<Provider, 'logoutUrl' | 'revoke'>
  readonly origin: string
  readonly onUnrecorded: (error: unknown) => void
  readonly onUnrevoked: (error: unknown) => void
}

export const logOutRoute = createRoute({
  method: 'post',
  path: '/console/logout',
  summary: 'End the console session',
  description: 'Also where it is over already. The provider is asked to take its tokens back.',
  security: consoleSecurity,
  responses: {
    200: jsonAnswer(
      'The session is over.',
      z.object({
        logout_url: z.string().optional().describe('Where the browser logs out at the identity provider, too.'),
      }),
    ),
    ...problemResponses(['token_missing', 'action_not_permitted', 'dependency_unavailable']),
  },
})

/** Adds the end of a session by its person. It needs no session that is good: whoever wants to be out is out. */
export function addLogout(app: ServiceApp, dependencies: LogoutDependencies): void {
  const { consoleSessions, provider, origin, clock, outbox, onUnrecorded, onUnrevoked } = dependencies
  app.openapi(logOutRoute, async (context) => {
    requireOwnSite(context, origin)
    const id = readSessionCookie(context)
    clearSessionCookie(context)
    if (id === undefined) return context.json({}, 200)
    const idHash = consoleSessions.hashOf(id)
    const person = await consoleSessions.personOf(idHash)
    const tokens = await consoleSessions.end(idHash, 'logged-out')
    if (person !== undefined) {
      const record = createControlRecord({
        ...{ id: newId(), event: 'console.logged_out', severity: 'low', timeMs: clock.nowMs(), service: 'admin' },
        ...{ actor: `user:${person.sub}`, ...person, requestId: context.get('requestId') },
      })
      outbox.append(record).catch(onUnrecorded)
    }
    if (tokens?.refresh !== undefined) provider.revoke(tokens.refresh).catch(onUnrevoked)
    // The session is over whatever the provider says.
    const url = await provider.logoutUrl(tokens?.id).catch(() => undefined)
    return context.json(defined({ logout_url: url?.href }), 200)
  })
}
