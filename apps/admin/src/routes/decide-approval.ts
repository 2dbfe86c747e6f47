import { createRoute, z } from '@hono/zod-openapi'
import { type Principal, SluiceError } from '@sluice/contracts'
import type { Approval } from '@sluice/db'
import { posedSession } from '../console/posed-session.ts'
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
    'CISO, AIGO, and the Dept Admin of the requester; never the requester, nor who has asked as a sample user. ' +
    'One denial denies. Once all thresholds are ' +
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
  add: (app, { approvals, hasSampleUsers }) => {
    app.openapi(route, async (context) => {
      const caller = context.get('caller')
      const approval = await findApproval({ approvals }, caller, context.req.valid('param').id)
      if (hasSampleUsers) requireOther(approval, caller.principal)
      const { id, tenant } = approval
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

/** Who poses as a sample user asks, and nobody decides on a request of their own. Throws `action_not_permitted`. */
function requireOther({ subject }: Pick<Approval, 'subject'>, principal: Pick<Principal, 'tenant' | 'sub'>): void {
  if (subject.sessionName !== posedSession(principal)) return
  const message = 'You have asked this as a sample user, and nobody decides on a request of their own.'
  throw new SluiceError({ code: 'action_not_permitted', message })
}
