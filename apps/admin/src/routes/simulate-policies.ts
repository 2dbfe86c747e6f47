import { createRoute, z } from '@hono/zod-openapi'
import { policyIdSchema } from '@sluice/contracts'
import type { SimulationReport } from '../policies/simulate-policies.ts'
import { jsonBody } from '../wire/freeze-order.ts'
import { isoTime } from '../wire/freeze-view.ts'
import { policyStatementShape } from '../wire/policy-view.ts'
import { BODY_ERRORS, bearer, errorAnswers, jsonAnswer, type Operation } from './operation.ts'

const MAX_REQUESTS = 10_000
const MAX_PROPOSED = 20

const orderSchema = z
  .strictObject({
    last: z.int().min(1).max(MAX_REQUESTS).default(1_000).describe('How many of the last requests, 1 to 10,000.'),
    set: z
      .array(z.strictObject({ id: policyIdSchema, text: policyStatementShape.text }))
      .max(MAX_PROPOSED)
      .default([])
      .describe('Policies as they would be, in place of the stored ones of the same id, or beside them.'),
    remove: z.array(policyIdSchema).max(MAX_PROPOSED).default([]).describe('Stored policies that would be deleted.'),
  })
  .openapi('SimulationOrder')

const effectSchema = z.enum(['permit', 'hold', 'require-reason', 'forbid'])
const count = z.int().min(0)

const reportSchema = z
  .object({
    requests: count.describe('Recorded requests of the tenant that were looked at.'),
    decided: count.describe('Those that were decided again.'),
    unknown: z
      .object({
        user: count.describe('The Users store does not know the caller any more.'),
        action: count.describe('The request ended before it was known what it set out to do.'),
        model: count.describe('The model is recorded under a code only.'),
        time: count.describe('Not reached within ten seconds.'),
        form: count.describe('Records, of any tenant, that this version cannot read; not among `requests`.'),
      })
      .describe('Those that could not be, by reason.'),
    differences: z.array(z.object({ recorded: effectSchema, simulated: effectSchema, count })),
    examples: z
      .array(
        z.object({
          ...{ request_id: z.string(), at: z.iso.datetime(), sub: z.string(), action: z.string(), model: z.string() },
          ...{ recorded: effectSchema, simulated: effectSchema },
          policy_ids: z.array(z.string()).describe('What would have determined it.'),
        }),
      )
      .describe('The newest 100 that differ.'),
  })
  .openapi('Simulation')

const route = createRoute({
  method: 'post',
  path: '/admin/policies/simulate',
  summary: 'See what the last recorded requests would have met',
  description:
    'AIGO, CISO. Decides again whether each caller may use the model and do what the request set out to do: as of the ' +
    'time of the request, for the groups that the Users store has of the caller now. Where a request was routed to, ' +
    'what was revealed and what came from the cache is not decided again: records do not hold what it takes. ' +
    'Nothing is changed.',
  security: bearer,
  request: { body: jsonBody(orderSchema) },
  responses: {
    200: jsonAnswer('What would have been otherwise.', reportSchema),
    ...errorAnswers(...BODY_ERRORS, 'overloaded'),
  },
})

export const simulatePolicies: Operation = {
  action: 'simulate-policies',
  route,
  add: (app, { policySimulation }) => {
    app.openapi(route, async (context) => {
      const { tenant } = context.get('caller').principal
      return context.json(viewReport(await policySimulation.simulate({ tenant, ...context.req.valid('json') })), 200)
    })
  },
}

function viewReport({ requests, decided, unknown, differences, examples }: SimulationReport) {
  return {
    ...{ requests, decided, unknown },
    differences: [...differences.values()].toSorted((one, other) => other.count - one.count),
    examples: examples.map(({ record, recorded, simulated, policyIds }) => ({
      request_id: record.request_id,
      at: isoTime(record.time_ms),
      sub: record.sub,
      action: record.action ?? '',
      model: record.model,
      ...{ recorded, simulated, policy_ids: [...policyIds] },
    })),
  }
}
