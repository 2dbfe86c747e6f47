import { createRoute, z } from '@hono/zod-openapi'
import { wholeNumber } from '../wire/path.ts'
import { policyPath } from '../wire/policy-view.ts'
import { authorOf } from './author-of.ts'
import { bearer, errorAnswers, jsonAnswer, type Operation } from './operation.ts'

const MAX_VERSION = 2_147_483_647

const route = createRoute({
  method: 'delete',
  path: '/admin/policies/{id}',
  summary: 'Delete a policy',
  description:
    'AIGO: policies that are not immutable. CISO: immutable ones. Built-in policies stay. Its audit record is written ' +
    'first; its history remains.',
  security: bearer,
  request: {
    params: policyPath,
    query: z.strictObject({ version: wholeNumber(MAX_VERSION).describe('Of the policy that you have seen.') }),
  },
  responses: {
    200: jsonAnswer(
      'Deleted.',
      z.object({
        id: z.string(),
        version: z.int().describe('Of the deletion, in the history of the policy.'),
        announced: z.boolean().describe('As for a change.'),
      }),
    ),
    ...errorAnswers('invalid_request', 'not_found', 'conflict', 'audit_unavailable'),
  },
})

export const deletePolicy: Operation = {
  action: 'delete-policy',
  route,
  add: (app, { policyChanges }) => {
    app.openapi(route, async (context) => {
      const { id } = context.req.valid('param')
      const deleted = await policyChanges.delete(authorOf(context), id, context.req.valid('query').version)
      return context.json({ id, version: deleted.version.version, announced: deleted.announced }, 200)
    })
  },
}
