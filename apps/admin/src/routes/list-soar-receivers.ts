import { createRoute } from '@hono/zod-openapi'
import { receiversSaid, viewReceiverState } from '../wire/receiver-state.ts'
import { soarReceiversSchema } from '../wire/soar-view.ts'
import { bearer, errorAnswers, jsonAnswer, type Operation } from './operation.ts'

const route = createRoute({
  method: 'get',
  path: '/admin/soar-receivers',
  summary: 'See how the SOAR system that anomalies are told to does, and what waits for it',
  description:
    'SOC Analyst, CISO: as the SOAR listeners said in the last minute. They tell it the anomalies of all tenants; the numbers ' +
    'are of the own one.',
  security: bearer,
  responses: { 200: jsonAnswer('The receivers.', soarReceiversSchema), ...errorAnswers() },
})

export const listSoarReceivers: Operation = {
  action: 'list-soar-receivers',
  route,
  add: (app, { soarDeliveries, serviceStates, clock }) => {
    app.openapi(route, async (context) => {
      const { tenant } = context.get('caller').principal
      const [states, pending, dead] = await Promise.all([
        serviceStates(),
        soarDeliveries.count(tenant, 'pending'),
        soarDeliveries.count(tenant, 'dead'),
      ])
      const nowMs = clock.nowMs()
      const data = [...receiversSaid(states, 'soar-listener').values()].map((said) => ({
        ...{ id: said.digest, receiver: said.receiver, ...viewReceiverState(said, nowMs) },
      }))
      return context.json({ data, pending, dead }, 200)
    })
  },
}
