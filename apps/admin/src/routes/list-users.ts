import { createRoute, z } from '@hono/zod-openapi'
import { NAME_MAX_LENGTH, plainText } from '@sluice/contracts'
import { defined } from '@sluice/service-kit/async'
import type { Dependencies } from '../dependencies.ts'
import { wholeNumber } from '../wire/path.ts'
import { personSchema, viewPerson } from '../wire/user-view.ts'
import { bearer, errorAnswers, jsonAnswer, type Operation } from './operation.ts'

const querySchema = z.strictObject({
  search: plainText(NAME_MAX_LENGTH)
    .optional()
    .describe('What the subject, the name or the e-mail address begins with, in any case.'),
  department: plainText(NAME_MAX_LENGTH).optional(),
  active: z.enum(['true', 'false']).optional().describe('As the Users store has them; both without it.'),
  frozen: z
    .literal('true')
    .optional()
    .describe('Only those who are frozen, also where the Users store does not know them.'),
  limit: wholeNumber(100).default(50).describe('1 to 100.'),
  cursor: plainText(NAME_MAX_LENGTH).optional().describe('The `next` of the page before.'),
})

type Query = z.output<typeof querySchema>

const route = createRoute({
  method: 'get',
  path: '/admin/users',
  summary: 'Find people of the Users store',
  description:
    'CISO, SOC Analyst, Legal Counsel: the people of the tenant, in the order of their subjects. With `frozen` a page may hold fewer ' +
    'than asked for, because the other conditions are held against each. That somebody has looked is on record: once a minute for ' +
    'each person.',
  security: bearer,
  request: { query: querySchema },
  responses: {
    200: jsonAnswer(
      'One page.',
      z.object({
        data: z.array(personSchema),
        next: z.string().optional().describe('The `cursor` of the next page; absent at the end.'),
      }),
    ),
    ...errorAnswers('invalid_request', 'audit_unavailable'),
  },
})

export const listUsers: Operation = {
  action: 'list-users',
  route,
  add: (app, { users, sessions, readPrincipal, readRecords }) => {
    app.openapi(route, async (context) => {
      const query = context.req.valid('query')
      const { principal } = context.get('caller')
      const { tenant } = principal
      await readRecords.note('users.read', principal, context.get('requestId'))
      const { found, next } = await (query.frozen ? findFrozen : findKnown)({ users, sessions }, tenant, query)
      const people = await Promise.all(
        found.map(async ({ sub, user }) => ({
          ...(await sessions.findUser({ tenant, sub })),
          ...{ ref: { tenant, sub }, user },
        })),
      )
      const shown = people.map((person) => viewPerson(person, readPrincipal))
      const data = query.frozen ? shown.filter((person) => isMeant(person, query)) : shown
      return context.json({ data, ...defined({ next }) }, 200)
    })
  },
}

type Stores = Pick<Dependencies, 'users' | 'sessions'>

async function findKnown({ users }: Stores, tenant: string, { search, department, active, limit, cursor }: Query) {
  const group = department === undefined ? undefined : `dept:${department}`
  const isActive = active && active === 'true'
  const filter = { tenant, prefix: search, group, active: isActive, limit, after: cursor }
  const found = await users.list(filter)
  return { found: found.map((user) => ({ sub: user.sub, user })), next: nextOf(found, limit) }
}

async function findFrozen({ users, sessions }: Stores, tenant: string, { limit, cursor }: Query) {
  const subs = await sessions.frozenUsers({ tenant, limit, after: cursor })
  const known = new Map((await users.findAll(tenant, subs)).map((user) => [user.sub, user]))
  const found = subs.map((sub) => ({ sub, user: known.get(sub) }))
  return { found, next: nextOf(found, limit) }
}

function nextOf(found: readonly { readonly sub: string }[], limit: number): string | undefined {
  return found.length < limit ? undefined : found.at(-1)?.sub
}

/** What the Users store answers for those who are not frozen. Somebody may have been unfrozen meanwhile. */
function isMeant(person: z.output<typeof personSchema>, { search, department, active }: Query): boolean {
  const { sub, username, email, departments, state } = person
  const beginning = search?.toLowerCase() ?? ''
  return (
    state === 'frozen' &&
    [sub, username, email].some((name) => name?.toLowerCase().startsWith(beginning)) &&
    (department === undefined || departments.includes(department)) &&
    (active === undefined || person.active === (active === 'true'))
  )
}
