import { createRoute, z } from '@hono/zod-openapi'
import { freezeOrderSchema, jsonBody, toFreezeOrder } from '../wire/freeze-order.ts'
import { freezeReportSchema, isoTime, viewFreezeReport } from '../wire/freeze-view.ts'
import { userPath } from '../wire/path.ts'
import { findKnownSubject } from './find-subject.ts'
import { BODY_ERRORS, bearer, errorAnswers, jsonAnswer, type Operation } from './operation.ts'

const proposalSchema = z
  .object({
    proposed_by: z.string().describe('`user:SUB`.'),
    until: z.iso.datetime().describe('When it expires unless somebody of the other role agrees.'),
  })
  .openapi('UnfreezeProposal')

const route = createRoute({
  method: 'post',
  path: '/admin/users/{sub}/joint-unfreeze',
  summary: 'Unfreeze the last CISO, by two persons',
  description:
    'Legal Counsel and a SOC Analyst, one person of each, where no active CISO is left who is not frozen. The first call ' +
    'proposes, the second, of the other person, unfreezes. Each is on record first.',
  security: bearer,
  request: { params: userPath, body: jsonBody(freezeOrderSchema) },
  responses: {
    200: jsonAnswer('Unfrozen: what it did, and which gateways have confirmed it.', freezeReportSchema),
    202: jsonAnswer('Proposed: somebody of the other role must agree.', proposalSchema),
    ...errorAnswers(...BODY_ERRORS, 'user_not_found', 'conflict', 'audit_unavailable'),
  },
})

export const jointUnfreezeUser: Operation = {
  action: 'joint-unfreeze-user',
  route,
  add: (app, { jointUnfreeze, sessions, users }) => {
    app.openapi(route, async (context) => {
      const caller = context.get('caller')
      const { ref } = await findKnownSubject({ sessions, users }, caller, context.req.valid('param').sub)
      const order = toFreezeOrder(context, context.req.valid('json'))
      const outcome = await jointUnfreeze.agree(ref, caller.principal, order)
      if (outcome.type === 'unfrozen') return context.json(viewFreezeReport(outcome.report), 200)
      return context.json({ proposed_by: outcome.by, until: isoTime(outcome.untilMs) }, 202)
    })
  },
}
