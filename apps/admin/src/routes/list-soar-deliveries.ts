import { createRoute } from '@hono/zod-openapi'
import { plainText } from '@sluice/contracts'
import { DELIVERY_STATES, soarDeliverySchema, viewSoarDelivery } from '../wire/soar-view.ts'
import { bearer, errorAnswers, jsonAnswer, type Operation } from './operation.ts'
import { pageOf, pageQuery, pageSchema } from './page.ts'

const route = createRoute({
  method: 'get',
  path: '/admin/soar-deliveries',
  summary: 'List what was told to the SOAR system, the newest first',
  description:
    'SOC Analyst, CISO: the anomalies of the tenant, whether they were taken, and what they said: ids, counts and levels. ' +
    'That somebody has read is on record, once a minute for each person.',
  security: bearer,
  request: { query: pageQuery(DELIVERY_STATES, plainText(128)) },
  responses: {
    200: jsonAnswer('One page.', pageSchema(soarDeliverySchema)),
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
      return context.json(pageOf(found, limit, viewSoarDelivery), 200)
    })
  },
}
