import { createRoute } from '@hono/zod-openapi'
import type { Principal } from '@sluice/contracts'
import type { PolicySnapshot } from '@sluice/policy'
import { departmentsInReach } from '../limits/departments-in-reach.ts'
import { usageByName, usageOfDays } from '../limits/owner-usage.ts'
import { takenBudgets } from '../limits/taken-budgets.ts'
import { windowsAt } from '../limits/windows-at.ts'
import { limitsSchema, viewDefaultLimits, viewOwnerLimits } from '../wire/user-limits-view.ts'
import { bearer, errorAnswers, jsonAnswer, type Operation } from './operation.ts'

const MAX_DEPARTMENTS = 200
/** Of a department in several currencies there are several rows; of a month there are as many days. */
const MAX_ROWS = 1_000

const route = createRoute({
  method: 'get',
  path: '/admin/limits',
  summary: 'See the limits of departments and the tenant, and what was used of them',
  description:
    'CISO, Auditor, AIGO: of the tenant and its departments. Dept Admin: of the own departments. By `QUOTAS`, which must be that of the ' +
    'gateways. What was used is up to some seconds old; what the gateways have taken of budgets is of now. How much of a minute is left is ' +
    `known to each gateway alone. ${MAX_DEPARTMENTS} departments at most: those with limits, then the dearest. That somebody has looked is on record: once a ` +
    'minute for each person.',
  security: bearer,
  responses: {
    200: jsonAnswer('The limits.', limitsSchema),
    ...errorAnswers('audit_unavailable', 'overloaded'),
  },
})

export const listLimits: Operation = {
  action: 'list-limits',
  route,
  add: (app, { usage, readBudgets, readRecords, exports, limitedDepartments, clock }) => {
    app.openapi(route, async (context) => {
      const caller = context.get('caller')
      const { principal, policy } = caller
      const { tenant } = principal
      await readRecords.note('usage.read', principal, context.get('requestId'))
      const reach = departmentsInReach(caller)
      const nowMs = clock.nowMs()
      const { day, month } = windowsAt(nowMs)
      const query = { tenant, to: day, departments: reach, limit: MAX_ROWS }
      const [ofMonth, ofDay, days] = await exports.run(principal, context.req.raw.signal, () =>
        Promise.all([
          usage.report({ ...query, from: month, by: 'department' }),
          usage.report({ ...query, from: day, by: 'department' }),
          reach === undefined ? usage.report({ ...query, from: month, by: 'day' }) : [],
        ]),
      )
      const used = usageByName(ofMonth, ofDay)
      const limited = (reach ?? limitedDepartments).toSorted()
      const names = [...new Set([...limited, ...used.keys()])]
      const departments = names.slice(0, MAX_DEPARTMENTS).map((name) => ({
        ...ownerOf(policy, strangerIn(tenant, [name]), 'department'),
        ...{ name, used: used.get(name) ?? [] },
      }))
      const ofTenant = {
        ...ownerOf(policy, strangerIn(tenant, []), 'tenant'),
        name: tenant,
        used: usageOfDays(days, day),
      }
      const owners = reach === undefined ? [...departments, ofTenant] : departments
      const spending = owners.map(({ spending: own, name }) => own ?? { scope: 'tenant' as const, name, limits: {} })
      const taken = await takenBudgets(
        readBudgets,
        spending.map((own) => ({ ...own, tenant })),
        nowMs,
      )
      const [shown, last] = [
        owners.map((owner, at) => viewOwnerLimits({ ...owner, taken: taken[at] })),
        departments.length,
      ]
      const answer = {
        ...{ day, user: viewDefaultLimits(policy.quotasOf(strangerIn(tenant, []))) },
        ...(shown[last] && { tenant: shown[last] }),
        departments: shown.slice(0, last),
        truncated: names.length > MAX_DEPARTMENTS || ofMonth.length === MAX_ROWS,
      }
      return context.json(answer, 200)
    })
  },
}

/** Somebody who is nothing but in these departments: limits of a department hold for whoever is in it. */
function strangerIn(tenant: string, departments: readonly string[]): Principal {
  return { tenant, sub: '*', username: '*', groups: [], roles: [], departments, client: '*' }
}

function ownerOf(policy: PolicySnapshot, stranger: Principal, scope: 'department' | 'tenant') {
  const quotas = policy.quotasOf(stranger)
  const use = scope === 'tenant' ? quotas.tenant : quotas.departments[0]?.limits
  return { use, spending: quotas.spending.find((own) => own.scope === scope) }
}
