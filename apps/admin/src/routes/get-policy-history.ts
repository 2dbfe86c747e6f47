import { createRoute, z } from '@hono/zod-openapi'
import { SluiceError } from '@sluice/contracts'
import { defined } from '@sluice/service-kit/async'
import { wholeNumber } from '../wire/path.ts'
import { policyPath, policyVersionSchema, viewVersion } from '../wire/policy-view.ts'
import { bearer, errorAnswers, jsonAnswer, type Operation } from './operation.ts'

const MAX_VERSION = 2_147_483_647

const querySchema = z.strictObject({
  limit: wholeNumber(100).default(20).describe('1 to 100.'),
  cursor: wholeNumber(MAX_VERSION).optional().describe('The `next` of the page before.'),
})

const route = createRoute({
  method: 'get',
  path: '/admin/policies/{id}/history',
  summary: 'See every version of a policy, the newest first',
  description: 'AIGO, CISO. A policy that was deleted keeps its history.',
  security: bearer,
  request: { params: policyPath, query: querySchema },
  responses: {
    200: jsonAnswer(
      'One page.',
      z.object({
        data: z.array(policyVersionSchema),
        next: z.string().optional().describe('The `cursor` of the next page; absent at the end.'),
      }),
    ),
    ...errorAnswers('invalid_request', 'not_found'),
  },
})

export const getPolicyHistory: Operation = {
  action: 'view-policy-history',
  route,
  add: (app, { storedPolicies }) => {
    app.openapi(route, async (context) => {
      const { tenant } = context.get('caller').principal
      const { id } = context.req.valid('param')
      const { limit, cursor } = context.req.valid('query')
      const found = await storedPolicies.history({ tenant, id, limit: limit + 1, before: cursor })
      if (found.length === 0 && cursor === undefined) {
        throw new SluiceError({ code: 'not_found', message: 'No policy of this id was ever stored.', param: 'id' })
      }
      const data = found.slice(0, limit).map(viewVersion)
      const next = found.length > limit ? data.at(-1)?.version.toString() : undefined
      return context.json({ data, ...defined({ next }) }, 200)
    })
  },
}
