import { createRoute, z } from '@hono/zod-openapi'
import { plainText } from '@sluice/contracts'
import { defined } from '@sluice/service-kit/async'
import { wholeNumber } from '../wire/path.ts'
import { DELIVERY_STATES, soarDeliverySchema, viewSoarDelivery } from '../wire/soar-delivery-view.ts'
import { bearer, errorAnswers, jsonAnswer, type Operation } from './operation.ts'

const querySchema = z.strictObject({
  state: z.enum(DELIVERY_STATES).optional().describe('In any state without it.'),
  limit: wholeNumber(100).default(50).describe('1 to 100.'),
  cursor: plainText(128).optional().describe('The `next` of the page before.'),
})

const route = createRoute({
  method: 'get',
  path: '/admin/soar-deliveries',
  summary: 'List what was told to the SOAR system, the newest first',
  description:
    'SOC Analyst, CISO: the anomalies of the tenant, whether they were taken, and what they said: ids, counts and levels. ' +
    'That somebody has read is on record, once a minute for each person.',
  security: bearer,
  request: { query: querySchema },
  responses: {
    200: jsonAnswer(
      'One page.',
      z.object({
        data: z.array(soarDeliverySchema),
        next: z.string().optional().describe('The `cursor` of the next page; absent at the end.'),
      }),
    ),
    ...errorAnswers('invalid_request', 'audit_unavailable'),
  },
})

export const listSoarDeliveries: Operation = {
  action: 'list-soar-deliveries',
  route,
  add: (app, { soarDeliveries, readRecords }) => {
    app.openapi(route, async (context) => {
      const { state, limit, cursor } = context.req.valid('query')
      const { principal } = context.get('caller')
      await readRecords.note('soar_deliveries.read', principal, context.get('requestId'))
      const found = await soarDeliveries.list({ tenant: principal.tenant, state, limit, after: cursor })
      const next = found.length < limit ? undefined : found.at(-1)?.id
      return context.json({ data: found.map(viewSoarDelivery), ...defined({ next }) }, 200)
    })
  },
}
