import { createRoute } from '@hono/zod-openapi'
import type { OwnSpendingLimits } from '@sluice/policy'
import { type Caller, mayReach } from '../access-gate.ts'
import { type TakenBudgets, takenBudgets } from '../limits/taken-budgets.ts'
import { windowsAt } from '../limits/windows-at.ts'
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
    '`QUOTAS`, which must be that of the gateways, with what gateways have taken of budgets by now. How many requests of a minute are left is known to each gateway alone. That somebody ' +
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
  add: (app, { users, usage, readBudgets, readPrincipal, readRecords, clock }) => {
    app.openapi(route, async (context) => {
      const caller = context.get('caller')
      const { tenant } = caller.principal
      const { sub } = context.req.valid('param')
      await readRecords.note('usage.read', caller.principal, context.get('requestId'))
      const user = await users.find(tenant, sub)
      if (user === undefined) throw noSuchUser()
      const person = principalOf(user, readPrincipal)
      if (!mayReach(caller, { type: 'usage', tenant, departments: person.departments })) throw noSuchUser()
      const nowMs = clock.nowMs()
      const quotas = caller.policy.quotasOf(person)
      const owners = quotas.spending.map((own) => ({ ...own, tenant }))
      const [taken, used] = await Promise.all([
        takenBudgets(readBudgets, owners, nowMs),
        usage.usedBy({ tenant, sub }, windowsAt(nowMs)),
      ])
      const told = quotas.spending.map((own, at): TakenBudgets | undefined =>
        mayKnow(caller, own) ? taken[at] : undefined,
      )
      return context.json(viewUserLimits(sub, quotas, told, used), 200)
    })
  },
}

/** What all of a department or tenant have taken is for those who may read its usage. */
function mayKnow(caller: Caller, { scope, name }: OwnSpendingLimits): boolean {
  const { tenant } = caller.principal
  return scope === 'user' || mayReach(caller, { type: 'usage', tenant, departments: scope === 'tenant' ? [] : [name] })
}
