import { createRoute, z } from '@hono/zod-openapi'
import { NAME_MAX_LENGTH, POSITIVE_INTEGER, plainText } from '@sluice/contracts'
import { InvalidRequestError, parseInput } from '@sluice/service-kit'
import type { Session } from '@sluice/sessions'
import type { Admin } from '../admin.ts'
import { searchSessions } from '../search-sessions.ts'
import { stateSchema } from '../wire/freeze-view.ts'
import { reachOf, sessionStateSchema, sessionViewSchema, viewSession, viewState } from '../wire/session-view.ts'
import { bearer, errorAnswers, jsonAnswer, type Operation } from './operation.ts'

/** Users of one name or address at most, whose sessions are looked for. */
const NAMESAKES = 10

const wholeNumber = (max: number) =>
  z.string().regex(POSITIVE_INTEGER, `must be a whole number from 1 to ${max}`).transform(Number).pipe(z.int().max(max))

const querySchema = z.strictObject({
  user: plainText(NAME_MAX_LENGTH).optional().describe('A `sub`, `preferred_username` or e-mail address, whole.'),
  state: stateSchema.optional(),
  limit: wholeNumber(100).default(50).describe('1 to 100.'),
  cursor: wholeNumber(Number.MAX_SAFE_INTEGER).optional().describe('The `next` of the page before.'),
})

export const listSessions: Operation = {
  route: createRoute({
    method: 'get',
    path: '/admin/sessions',
    summary: 'Find sessions, the newest first',
    description:
      'CISO: the sessions of the tenant. AIGO: those of its own departments. SOC Analyst: all, with state and ids only, ' +
      'to find what to freeze. Sessions that have ended are not listed. A page may hold fewer sessions than asked for, ' +
      'even none, with more to come: `next` is absent at the end.',
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
      ...errorAnswers('invalid_request'),
    },
  }),
  answer: (admin) => async (context) => {
    const { user, state, limit, cursor } = readQuery(new URL(context.req.url).searchParams)
    const caller = context.get('caller')
    const { tenant } = caller.principal
    const { sessions, next } = await searchSessions(admin.sessions, {
      tenant,
      subs: user === undefined ? undefined : await subsOf(admin, tenant, user),
      state,
      limit,
      before: cursor,
      isVisible: (session) => reachOf(caller, session) !== undefined,
    })
    const inFull = sessions.filter((session) => reachOf(caller, session) === 'full')
    const usernames = await usernamesOf(admin, inFull)
    const data = sessions.map((session) =>
      inFull.includes(session) ? viewSession(session, usernames.get(session.sub)) : viewState(session),
    )
    return context.json({ data, ...(next === undefined ? {} : { next: String(next) }) })
  },
}

function readQuery(parameters: URLSearchParams): z.output<typeof querySchema> {
  const names = [...parameters.keys()]
  const twice = names.find((name, place) => names.indexOf(name) !== place)
  if (twice !== undefined) throw new InvalidRequestError([{ path: `query.${twice}`, message: 'is given twice' }])
  return parseInput(querySchema, Object.fromEntries(parameters), 'query')
}

/**
 * Whose sessions are meant: the text may be a subject that the directory does not know, because a freeze does not ask
 * the directory either.
 */
async function subsOf({ users }: Admin, tenant: string, text: string): Promise<readonly string[]> {
  const found = await Promise.all([
    users.search({ tenant, preferredUsername: text, limit: NAMESAKES }),
    users.search({ tenant, email: text, limit: NAMESAKES }),
  ])
  return [...new Set([text, ...found.flat().map(({ sub }) => sub)])]
}

async function usernamesOf(admin: Admin, sessions: readonly Session[]): Promise<Map<string, string | undefined>> {
  const users = new Map(sessions.map(({ tenant, sub }) => [sub, tenant]))
  return new Map(
    await Promise.all(
      [...users].map(async ([sub, tenant]) => [sub, (await admin.users.find(tenant, sub))?.preferredUsername] as const),
    ),
  )
}
