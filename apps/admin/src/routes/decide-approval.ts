import { createRoute, z } from '@hono/zod-openapi'
import { approvalSchema, viewApproval } from '../wire/approval-view.ts'
import { jsonBody, maskedProse } from '../wire/freeze-order.ts'
import { uuidPath } from '../wire/path.ts'
import { findApproval } from './find-approval.ts'
import { BODY_ERRORS, bearer, errorAnswers, jsonAnswer, type Operation } from './operation.ts'

const decisionSchema = z
  .strictObject({
    decision: z.enum(['approve', 'deny']),
    comment: maskedProse(
      'Why, for the audit trail: 1 to 1,000 characters. It is kept, masked as a reason is; put no values of the ' +
        'request here.',
    ),
  })
  .openapi('ApprovalDecision')

const route = createRoute({
  method: 'post',
  path: '/admin/approvals/{id}',
  summary: 'Approve or deny a held request',
  description:
    'CISO, AIGO, and the Dept Admin of the requester; never the requester. One denial denies. Once all thresholds are ' +
    'met a worker carries the request out, once, by the policy of that moment. Each decision is on record first.',
  security: bearer,
  request: { params: uuidPath, body: jsonBody(decisionSchema) },
  responses: {
    200: jsonAnswer('As it stands with this decision.', approvalSchema),
    ...errorAnswers(...BODY_ERRORS, 'not_found', 'conflict', 'audit_unavailable'),
  },
})

export const decideApproval: Operation = {
  action: 'decide-approval',
  route,
  add: (app, { approvals }) => {
    app.openapi(route, async (context) => {
      const caller = context.get('caller')
      const { id, tenant } = await findApproval({ approvals }, caller, context.req.valid('param').id)
      const { decision, comment } = context.req.valid('json')
      const { sub, username, roles } = caller.principal
      const requestId = context.get('requestId')
      const decided = await approvals.vote({
        ...{ tenant, id, voter: { sub, username, roles: [...roles] }, decision, comment, requestId },
      })
      return context.json(viewApproval(decided), 200)
    })
  },
}
