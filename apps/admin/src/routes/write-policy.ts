import { createRoute, z } from '@hono/zod-openapi'
import { policyIdSchema } from '@sluice/contracts'
import { jsonBody, reasonSchema } from '../wire/freeze-order.ts'
import {
  policyFaultSchema,
  policyStatementShape,
  policyViewSchema,
  viewFault,
  viewPolicy,
} from '../wire/policy-view.ts'
import { authorOf } from './author-of.ts'
import { BODY_ERRORS, bearer, errorAnswers, jsonAnswer, type Operation } from './operation.ts'

const orderSchema = z
  .strictObject({
    id: policyIdSchema,
    version: z.int().min(1).optional().describe('Of the policy that you have seen; without it a policy is created.'),
    ...policyStatementShape,
    immutable: policyStatementShape.immutable.default(false),
    enabled: policyStatementShape.enabled.default(true),
    reason: reasonSchema.optional(),
  })
  .openapi('PolicyOrder')

const savedSchema = z
  .object({
    policy: policyViewSchema,
    warnings: z
      .array(policyFaultSchema)
      .describe('What it does otherwise than may be meant; it is saved all the same.'),
    announced: z
      .boolean()
      .describe('False where the other services could not be told: they see it within `POLICY_REFRESH_MS`.'),
  })
  .openapi('PolicySaved')

const route = createRoute({
  method: 'post',
  path: '/admin/policies',
  summary: 'Create or update a policy',
  description:
    'AIGO: policies that are not immutable. CISO: immutable ones. Who changes which of the two a policy is needs both ' +
    'roles. It holds for the tenant of the caller, at every gateway within a second. Its audit record is written ' +
    'first. A text that cannot be used is refused with line and column.',
  security: bearer,
  request: { body: jsonBody(orderSchema) },
  responses: {
    200: jsonAnswer('Updated.', savedSchema),
    201: jsonAnswer('Created.', savedSchema),
    ...errorAnswers(...BODY_ERRORS, 'not_found', 'conflict', 'audit_unavailable'),
  },
})

export const writePolicy: Operation = {
  action: 'write-policy',
  route,
  add: (app, { policyChanges }) => {
    app.openapi(route, async (context) => {
      const { id, version, reason, ...statement } = context.req.valid('json')
      const saved = await policyChanges.save(authorOf(context), { id, version, statement, reason })
      const { warnings, announced } = saved
      const answer = {
        policy: viewPolicy(saved.version),
        warnings: warnings.map(viewFault),
        announced,
      }
      return version === undefined ? context.json(answer, 201) : context.json(answer, 200)
    })
  },
}
