import { z } from '@hono/zod-openapi'
import { defined } from '@sluice/service-kit/async'
import type { Session, SessionReport } from '@sluice/sessions'
import { type Caller, mayReach } from '../access-gate.ts'
import { freezeStateSchema, isoTime, stateSchema, viewFreezeState } from './freeze-view.ts'

export const userViewSchema = z.object({
  sub: z.string(),
  username: z.string().optional().describe('As the Users store knows it; absent where it does not.'),
})

/** What SOC analysts see: enough to name a session and to see whether it is frozen. */
export const sessionStateSchema = z
  .object({
    id: z.int(),
    state: stateSchema.describe('`frozen` where the session or its user is frozen.'),
    tenant: z.string(),
    user: z.object({ sub: z.string() }),
  })
  .openapi('SessionState')

export const sessionViewSchema = z
  .object({
    id: z.int(),
    state: stateSchema.describe('`frozen` where the session or its user is frozen.'),
    tenant: z.string(),
    user: userViewSchema,
    client: z.string().describe('The OAuth client that began the session.'),
    name: z.string().optional().describe('As the client named it; absent in its default session.'),
    departments: z.array(z.string()).describe('Of the user, when the session was last used.'),
    created_at: z.iso.datetime(),
    last_seen_at: z.iso.datetime(),
    freeze: z
      .object({ session: freezeStateSchema.optional(), user: freezeStateSchema.optional() })
      .describe('The last freeze or unfreeze of the session itself and of its user, where there was one.'),
  })
  .openapi('Session')

const VIEWS = ['full', 'state'] as const

/**
 * Says how much of a session the caller's action reaches; undefined where the session must seem not to exist.
 */
export function reachOf(caller: Caller, { tenant, departments }: Session): 'full' | 'state' | undefined {
  return VIEWS.find((view) => mayReach(caller, { type: 'session', tenant, departments, view }))
}

export function viewState({ id, state, tenant, sub }: Session): z.output<typeof sessionStateSchema> {
  return { id, state, tenant, user: { sub } }
}

/** Shows everything that is known of a session. This service knows no messages. */
export function viewSession(session: SessionReport, username: string | undefined): z.output<typeof sessionViewSchema> {
  const { id, state, tenant, sub, client, name, departments, ownFreezeState, userFreezeState } = session
  return {
    id,
    state,
    tenant,
    user: { sub, ...defined({ username }) },
    client,
    ...defined({ name }),
    departments: [...departments],
    created_at: isoTime(session.createdAtMs),
    last_seen_at: isoTime(session.lastSeenMs),
    freeze: {
      ...defined({
        session: ownFreezeState && viewFreezeState(ownFreezeState),
        user: userFreezeState && viewFreezeState(userFreezeState),
      }),
    },
  }
}
