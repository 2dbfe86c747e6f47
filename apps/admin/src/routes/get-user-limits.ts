import { createRoute } from '@hono/zod-openapi'
import { mayReach } from '../access-gate.ts'
import { userPath } from '../wire/path.ts'
import { userLimitsSchema, viewUserLimits } from '../wire/user-limits-view.ts'
import { principalOf } from '../wire/user-view.ts'
import { noSuchUser } from './find-subject.ts'
import { bearer, errorAnswers, jsonAnswer, type Operation } from './operation.ts'

const route = createRoute({
  method: 'get',
  path: '/admin/users/{sub}/limits',
  summary: "See a person's limits, and what was used of them",
  description:
    'CISO, Auditor, AIGO; Dept Admin: people of the own departments, others seem not to exist. By the groups that the Users store has, and by ' +
    '`QUOTAS`, which must be that of the gateways. How many requests of a minute are left is known to each gateway alone. That somebody ' +
    'has looked is on record: once a minute for each person.',
  security: bearer,
  request: { params: userPath },
  responses: {
    200: jsonAnswer('The limits.', userLimitsSchema),
    ...errorAnswers('invalid_request', 'user_not_found', 'audit_unavailable'),
  },
})

export const getUserLimits: Operation = {
  action: 'view-user-limits',
  route,
  add: (app, { users, usage, readPrincipal, readRecords, clock }) => {
    app.openapi(route, async (context) => {
      const caller = context.get('caller')
      const { tenant } = caller.principal
      const { sub } = context.req.valid('param')
      await readRecords.note('usage.read', caller.principal, context.get('requestId'))
      const user = await users.find(tenant, sub)
      if (user === undefined) throw noSuchUser()
      const person = principalOf(user, readPrincipal)
      if (!mayReach(caller, { type: 'usage', tenant, departments: person.departments })) throw noSuchUser()
      const day = new Date(clock.nowMs()).toISOString().slice(0, '2026-11-23'.length)
      const used = await usage.usedBy({ tenant, sub }, { month: `${day.slice(0, -2)}01`, day })
      return context.json(viewUserLimits(sub, caller.policy.quotasOf(person), used), 200)
    })
  },
}
