import { createRoute } from '@hono/zod-openapi'
import { createControlRecord, SluiceError } from '@sluice/contracts'
import { newId } from '@sluice/service-kit/environment'
import { showRequest } from '../approvals/shown-request.ts'
import { approvalWithContentSchema, viewApproval } from '../wire/approval-view.ts'
import { uuidPath } from '../wire/path.ts'
import { findApproval } from './find-approval.ts'
import { bearer, errorAnswers, jsonAnswer, type Operation } from './operation.ts'

const route = createRoute({
  method: 'get',
  path: '/admin/approvals/{id}',
  summary: 'See one held request, as far as your clearance allows',
  description:
    'CISO, AIGO, and the Dept Admin of the requester. Values above your clearance are shown as tokens. That you have ' +
    'looked is on record before anything is shown.',
  security: bearer,
  request: { params: uuidPath },
  responses: {
    200: jsonAnswer('The request, and what was found in it.', approvalWithContentSchema),
    ...errorAnswers('invalid_request', 'not_found', 'audit_unavailable', 'layer_failed'),
  },
})

export const getApproval: Operation = {
  action: 'view-approval',
  route,
  add: (app, { approvals, clock, keyRing, outbox, sessionKeys }) => {
    app.openapi(route, async (context) => {
      const caller = context.get('caller')
      const approval = await findApproval({ approvals }, caller, context.req.valid('param').id)
      if (!approval.hasContent) return context.json(viewApproval(approval), 200)
      if (keyRing === undefined) {
        throw new SluiceError({
          code: 'dependency_unavailable',
          message: 'This service has no DATA_KEYS.',
          retry: false,
        })
      }
      const content = await approvals.contentOf(approval)
      const { tenant, sub } = caller.principal
      await outbox.append(
        createControlRecord({
          ...{
            id: newId(),
            event: 'approval.viewed',
            severity: 'medium',
            timeMs: clock.nowMs(),
            service: 'admin',
          },
          ...{ actor: `user:${sub}`, tenant, sub: approval.sub, sessionId: approval.sessionId },
          requestId: context.get('requestId'),
          details: { approval_id: approval.id },
        }),
      )
      await sessionKeys?.load(approval)
      const { request, answer, withheld } = showRequest(keyRing, caller, approval, content.request)
      const shown = {
        request: { ...Object(request) },
        ...(answer === undefined ? {} : { answer: { ...Object(answer) } }),
      }
      return context.json({ ...viewApproval(approval), ...shown, withheld }, 200)
    })
  },
}
