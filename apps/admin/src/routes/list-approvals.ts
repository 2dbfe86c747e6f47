import { createRoute, z } from '@hono/zod-openapi'
import { mayReach } from '../access-gate.ts'
import { APPROVAL_STATES, approvalSchema, viewApproval } from '../wire/approval-view.ts'
import { bearer, errorAnswers, jsonAnswer, type Operation } from './operation.ts'
import { pageOf, pageQuery, pageSchema } from './page.ts'

const route = createRoute({
  method: 'get',
  path: '/admin/approvals',
  summary: 'List requests that wait, or have waited, for a human, the newest first',
  description:
    'CISO, AIGO: those of the tenant. Dept Admin: those of its own departments. Nothing here quotes content.',
  security: bearer,
  request: { query: pageQuery(APPROVAL_STATES, z.uuid()) },
  responses: {
    200: jsonAnswer('One page.', pageSchema(approvalSchema)),
    ...errorAnswers('invalid_request'),
  },
})

export const listApprovals: Operation = {
  action: 'list-approvals',
  route,
  add: (app, { approvals }) => {
    app.openapi(route, async (context) => {
      const { state, limit, cursor } = context.req.valid('query')
      const caller = context.get('caller')
      const { tenant, departments } = caller.principal
      const reachesAll = mayReach(caller, { type: 'approval', tenant, departments: [] })
      const found = await approvals.list({
        ...{ tenant, limit, after: cursor },
        states: state === undefined ? undefined : [state],
        departments: reachesAll ? undefined : departments,
      })
      const { data, ...next } = pageOf(found, limit, (one) => one)
      const visible = data.filter((one) => mayReach(caller, { type: 'approval', ...one }))
      return context.json({ data: visible.map(viewApproval), ...next }, 200)
    })
  },
}
