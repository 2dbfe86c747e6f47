import { createRoute, z } from '@hono/zod-openapi'
import { policyIdSchema } from '@sluice/contracts'
import type { PolicyTestReport } from '../policies/test-policies.ts'
import { jsonBody } from '../wire/freeze-order.ts'
import { policyStatementShape, policyTestViewSchema } from '../wire/policy-view.ts'
import { BODY_ERRORS, bearer, errorAnswers, jsonAnswer, type Operation } from './operation.ts'

const MAX_PROPOSED = 20

const orderSchema = z
  .strictObject({
    set: z
      .array(
        z.strictObject({
          id: policyIdSchema,
          text: policyStatementShape.text,
          immutable: z.boolean().optional().describe('As the stored one is, without it.'),
          tests: policyStatementShape.tests.describe('In place of those that are kept with it.'),
        }),
      )
      .max(MAX_PROPOSED)
      .default([])
      .describe('Policies as they would be, in place of the stored ones of the same id, or beside them.'),
    remove: z.array(policyIdSchema).max(MAX_PROPOSED).default([]).describe('Stored policies that would be deleted.'),
  })
  .openapi('PolicyTestOrder')

const count = z.int().min(0)

const decisionSchema = z.object({
  effect: z.enum(['permit', 'hold', 'require-reason', 'forbid']),
  policy_ids: z.array(z.string()).describe('The policies that determined it.'),
})

const reportSchema = z
  .object({
    passed: count,
    failed: count,
    not_run: count.describe('Tests that were not reached within five seconds: nothing is known of them.'),
    suites: z.array(
      z.object({
        policy_id: z.string().describe('The policy with which the tests are kept.'),
        results: z.array(
          z.object({
            outcome: z.enum(['passed', 'failed', 'not-run']),
            test: policyTestViewSchema.describe('As it was run.'),
            got: decisionSchema.optional().describe('What was decided; absent where it was not run.'),
          }),
        ),
      }),
    ),
    untested: z.array(z.string()).describe('The enabled policies with which no test is kept.'),
    unreadable: z.array(z.string()).describe('Those whose tests this version of the product cannot read.'),
  })
  .openapi('PolicyTestReport')

const route = createRoute({
  method: 'post',
  path: '/admin/policies/test',
  summary: 'Run the tests of policies, as they would be',
  description:
    'AIGO, CISO. Runs the tests that are given with the proposed policies, then those that are kept with the other enabled ones of ' +
    'the tenant, so that a change shows what else it breaks. Each asks one question, for somebody in the groups that it names, and compares the ' +
    'decision. Nobody is looked up, and nothing is stored. At most 100 tests for each policy, five seconds in all.',
  security: bearer,
  request: { body: jsonBody(orderSchema) },
  responses: {
    200: jsonAnswer('What became of each test.', reportSchema),
    ...errorAnswers(...BODY_ERRORS, 'overloaded', 'layer_failed'),
  },
})

export const testPolicies: Operation = {
  action: 'test-policies',
  route,
  add: (app, { policyTests }) => {
    app.openapi(route, async (context) => {
      const { principal } = context.get('caller')
      const { set, remove } = context.req.valid('json')
      const order = { set: set.map(({ immutable, tests, ...policy }) => ({ ...policy, immutable, tests })), remove }
      return context.json(viewReport(await policyTests.run(principal, order, context.req.raw.signal)), 200)
    })
  },
}

function viewReport({ suites, untested, unreadable }: PolicyTestReport): z.output<typeof reportSchema> {
  const all = suites.flatMap(({ results }) => results)
  const countOf = (wanted: string) => all.filter(({ outcome }) => outcome === wanted).length
  return {
    ...{ passed: countOf('passed'), failed: countOf('failed'), not_run: countOf('not-run') },
    suites: suites.map(({ policyId, results }) => ({
      policy_id: policyId,
      results: results.map(({ outcome, test, got }) => ({
        ...{ outcome, test },
        ...(got && { got: { effect: got.effect, policy_ids: [...got.policyIds] } }),
      })),
    })),
    ...{ untested: [...untested], unreadable: [...unreadable] },
  }
}
