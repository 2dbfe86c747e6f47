import { createRoute, z } from '@hono/zod-openapi'
import { defined } from '@sluice/service-kit/async'
import { mayReach } from '../access-gate.ts'
import { APPROVAL_STATES, approvalSchema, viewApproval } from '../wire/approval-view.ts'
import { wholeNumber } from '../wire/path.ts'
import { bearer, errorAnswers, jsonAnswer, type Operation } from './operation.ts'

const querySchema = z.strictObject({
  state: z.enum(APPROVAL_STATES).optional().describe('In any state without it.'),
  limit: wholeNumber(100).default(50).describe('1 to 100.'),
  cursor: z.uuid().optional().describe('The `next` of the page before.'),
})

const route = createRoute({
  method: 'get',
  path: '/admin/approvals',
  summary: 'List requests that wait, or have waited, for a human, the newest first',
  description:
    'CISO, AIGO: those of the tenant. Dept Admin: those of its own departments. Nothing here quotes content.',
  security: bearer,
  request: { query: querySchema },
  responses: {
    200: jsonAnswer(
      'One page.',
      z.object({
        data: z.array(approvalSchema),
        next: z.string().optional().describe('The `cursor` of the next page; absent at the end.'),
      }),
    ),
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
      const next = found.length < limit ? undefined : found.at(-1)?.id
      const visible = found.filter((one) => mayReach(caller, { type: 'approval', ...one }))
      return context.json({ data: visible.map(viewApproval), ...defined({ next }) }, 200)
    })
  },
}
