import { createRoute, z } from '@hono/zod-openapi'
import { policyIdSchema } from '@sluice/contracts'
import { checkPolicyText } from '@sluice/policy/cedar'
import { jsonBody } from '../wire/freeze-order.ts'
import { policyFaultSchema, policyStatementShape, viewFault } from '../wire/policy-view.ts'
import { BODY_ERRORS, bearer, errorAnswers, jsonAnswer, type Operation } from './operation.ts'

/** The id of a policy that has none yet: no built-in policy has it. */
const DRAFT = 'draft'

const draftSchema = z
  .strictObject({
    id: policyIdSchema.default(DRAFT).describe('As the policy is, or will be, called.'),
    text: policyStatementShape.text,
  })
  .openapi('PolicyDraft')

const route = createRoute({
  method: 'post',
  path: '/admin/policies/validate',
  summary: 'Check the text of a policy, and change nothing',
  description:
    'AIGO, CISO. What saving it would refuse, and what it would warn of, with line and column: for an editor, as somebody ' +
    'types. It takes some milliseconds and looks at the text alone: whether a change locks everybody out is found out when it is saved.',
  security: bearer,
  request: { body: jsonBody(draftSchema) },
  responses: {
    200: jsonAnswer(
      'What was found.',
      z
        .object({
          valid: z.boolean().describe('Whether it could be saved: there are no `errors`.'),
          errors: z.array(policyFaultSchema),
          warnings: z
            .array(policyFaultSchema)
            .describe('What it does otherwise than may be meant; none are looked for beside errors.'),
        })
        .openapi('PolicyValidation'),
    ),
    ...errorAnswers(...BODY_ERRORS),
  },
})

export const validatePolicy: Operation = {
  action: 'validate-policy',
  route,
  add: (app) => {
    app.openapi(route, (context) => {
      const { id, text } = context.req.valid('json')
      const { error: errors = [], warning: warnings = [] } = Object.groupBy(
        checkPolicyText(text, id),
        ({ severity }) => severity,
      )
      if (errors.length > 0) return context.json({ valid: false, errors: errors.map(viewFault), warnings: [] }, 200)
      return context.json({ valid: true, errors: [], warnings: warnings.map(viewFault) }, 200)
    })
  },
}
