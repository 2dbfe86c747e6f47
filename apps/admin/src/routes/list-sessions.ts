import { createRoute, z } from '@hono/zod-openapi'
import { NAME_MAX_LENGTH, plainText } from '@sluice/contracts'
import { defined } from '@sluice/service-kit/async'
import type { Session } from '@sluice/sessions'
import type { Dependencies } from '../dependencies.ts'
import { searchSessions } from '../search-sessions.ts'
import { stateSchema } from '../wire/freeze-view.ts'
import { wholeNumber } from '../wire/path.ts'
import { reachOf, sessionStateSchema, sessionViewSchema, viewSession, viewState } from '../wire/session-view.ts'
import { bearer, errorAnswers, jsonAnswer, type Operation } from './operation.ts'

/** The bound on users with the same name or address whose sessions are looked for. */
const NAMESAKES = 10

const querySchema = z.strictObject({
  user: plainText(NAME_MAX_LENGTH).optional().describe('A `sub`, `preferred_username` or e-mail address, whole.'),
  state: stateSchema.optional(),
  limit: wholeNumber(100).default(50).describe('1 to 100.'),
  cursor: wholeNumber(Number.MAX_SAFE_INTEGER).optional().describe('The `next` of the page before.'),
})

const route = createRoute({
  method: 'get',
  path: '/admin/sessions',
  summary: 'Find sessions, the newest first',
  description:
    'CISO: the sessions of the tenant. AIGO: those of its own departments. SOC Analyst: all, with state and ids ' +
    'only, to find what to freeze. Sessions that have ended are not listed. A page may hold fewer sessions than ' +
    'asked for, even none, with more to come: `next` is absent at the end.',
  security: bearer,
  request: { query: querySchema },
  responses: {
    200: jsonAnswer(
      'One page.',
      z.object({
        data: z.array(z.union([sessionViewSchema, sessionStateSchema])),
        next: z.string().optional().describe('The `cursor` of the next page.'),
      }),
    ),
    ...errorAnswers('invalid_request', 'audit_unavailable'),
  },
})

export const listSessions: Operation = {
  action: 'list-sessions',
  route,
  add: (app, { sessions, users, readRecords }) => {
    app.openapi(route, async (context) => {
      const { user, state, limit, cursor } = context.req.valid('query')
      const caller = context.get('caller')
      const { tenant } = caller.principal
      await readRecords.note('sessions.read', caller.principal, context.get('requestId'))
      const page = await searchSessions(sessions, {
        tenant,
        subs: user === undefined ? undefined : await subsOf({ users }, tenant, user),
        state,
        limit,
        before: cursor,
        isVisible: (session) => reachOf(caller, session) !== undefined,
      })
      const inFull = page.sessions.filter((session) => reachOf(caller, session) === 'full')
      const usernames = await usernamesOf({ users }, inFull)
      const data = page.sessions.map((session) =>
        inFull.includes(session) ? viewSession(session, usernames.get(session.sub)) : viewState(session),
      )
      return context.json({ data, ...defined({ next: page.next?.toString() }) }, 200)
    })
  },
}

type UsersOnly = Pick<Dependencies, 'users'>

/**
 * Finds the subjects that a text may mean. The text itself is one of them, because a frozen subject need not be known
 * to the directory.
 */
async function subsOf({ users }: UsersOnly, tenant: string, text: string): Promise<readonly string[]> {
  const found = await Promise.all([
    users.search({ tenant, preferredUsername: text, limit: NAMESAKES }),
    users.search({ tenant, email: text, limit: NAMESAKES }),
  ])
  return [...new Set([text, ...found.flat().map(({ sub }) => sub)])]
}

async function usernamesOf(
  { users: directory }: UsersOnly,
  sessions: readonly Session[],
): Promise<Map<string, string | undefined>> {
  const users = new Map(sessions.map(({ tenant, sub }) => [sub, tenant]))
  return new Map(
    await Promise.all(
      [...users].map(async ([sub, tenant]) => [sub, (await directory.find(tenant, sub))?.preferredUsername] as const),
    ),
  )
}
