import { createRoute, z } from '@hono/zod-openapi'
import type { AdminAction, AdminResource } from '@sluice/policy'
import { type Caller, mayReach } from '../access-gate.ts'
import { WINDOWS } from '../overview/overviews.ts'
import { overviewSchema, type VisibleParts, viewOverview } from '../wire/overview-view.ts'
import { bearer, errorAnswers, jsonAnswer, type Operation } from './operation.ts'

const route = createRoute({
  method: 'get',
  path: '/admin/overview',
  summary: 'See how everything does, at a glance',
  description:
    'SOC Analyst, CISO, Auditor, AIGO: figures of the tenant, put together from counters once in two seconds however many look. ' +
    'Gateways, services, outbox and evidence are those of all tenants. A part is there for whoever may do what it tells of: `approvals` for those ' +
    'who list them all, `spend` for those who read usage, `frozen_users` for those who view freezes, `dead_letters` for those who list them.',
  security: bearer,
  request: {
    query: z.strictObject({
      window: z
        .enum(['hour', 'day', 'fortnight'])
        .default('hour')
        .describe('In steps of five minutes, of an hour, or of a day of UTC: today and the 13 days before.'),
    }),
  },
  responses: { 200: jsonAnswer('The figures.', overviewSchema), ...errorAnswers('invalid_request') },
})

export const getOverview: Operation = {
  action: 'view-overview',
  route,
  add: (app, { overviews }) => {
    app.openapi(route, async (context) => {
      const { window } = context.req.valid('query')
      const caller = context.get('caller')
      const overview = await overviews.of(caller.principal.tenant, window)
      return context.json(viewOverview(overview, WINDOWS[window].stepSeconds, visibleTo(caller)), 200)
    })
  },
}

function visibleTo(caller: Caller): VisibleParts {
  const { tenant } = caller.principal
  const may = (action: AdminAction, resource?: AdminResource) =>
    resource === undefined
      ? caller.policy.decide({ principal: caller.principal, action }).effect === 'permit'
      : mayReach({ ...caller, action }, resource)
  return {
    freezes: may('view-user-freeze'),
    // What belongs to no department is for those who reach everything.
    approvals: may('list-approvals', { type: 'approval', tenant, departments: [] }),
    spend: may('read-usage', { type: 'usage', tenant, departments: [] }),
    deliveries: may('list-siem-dead-letters') && may('list-soar-deliveries'),
  }
}
