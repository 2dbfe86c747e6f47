import { createRoute, z } from '@hono/zod-openapi'
import { policyIdSchema } from '@sluice/contracts'
import { BUILT_IN_POLICIES } from '@sluice/policy/cedar'
import { defined } from '@sluice/service-kit/async'
import { wholeNumber } from '../wire/path.ts'
import { policyViewSchema, viewBuiltIn, viewPolicy } from '../wire/policy-view.ts'
import { bearer, errorAnswers, jsonAnswer, type Operation } from './operation.ts'

const querySchema = z.strictObject({
  origin: policyViewSchema.shape.origin.optional().describe('Only built-in, or only stored policies.'),
  limit: wholeNumber(100).default(50).describe('1 to 100.'),
  cursor: policyIdSchema.optional().describe('The `next` of the page before.'),
})

const route = createRoute({
  method: 'get',
  path: '/admin/policies',
  summary: 'List the policies that decide for the tenant',
  description: 'AIGO, CISO. Built-in and stored policies together, in the order of their ids.',
  security: bearer,
  request: { query: querySchema },
  responses: {
    200: jsonAnswer(
      'One page.',
      z.object({
        policy_version: z
          .string()
          .describe('Of all policies and the configuration of this service; it changes with each of them.'),
        data: z.array(policyViewSchema),
        next: z.string().optional().describe('The `cursor` of the next page; absent at the end.'),
      }),
    ),
    ...errorAnswers('invalid_request'),
  },
})

const BUILT_IN_VIEWS = BUILT_IN_POLICIES.map(viewBuiltIn)

export const listPolicies: Operation = {
  action: 'list-policies',
  route,
  add: (app, { storedPolicies }) => {
    app.openapi(route, async (context) => {
      const { origin, limit, cursor = '' } = context.req.valid('query')
      const { principal, policy } = context.get('caller')
      const stored = origin === 'built-in' ? [] : await storedPolicies.all(principal.tenant)
      const all = [...(origin === 'stored' ? [] : BUILT_IN_VIEWS), ...stored.map(viewPolicy)]
      const rest = all.filter(({ id }) => id > cursor).toSorted((one, other) => (one.id < other.id ? -1 : 1))
      const data = rest.slice(0, limit)
      const next = rest.length > limit ? data.at(-1)?.id : undefined
      return context.json({ policy_version: policy.version, data, ...defined({ next }) }, 200)
    })
  },
}
