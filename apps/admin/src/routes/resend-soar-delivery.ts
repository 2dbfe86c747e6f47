import { createRoute, z } from '@hono/zod-openapi'
import { createControlRecord, plainText, SluiceError } from '@sluice/contracts'
import { newId } from '@sluice/service-kit/environment'
import { bearer, errorAnswers, jsonAnswer, type Operation } from './operation.ts'

const route = createRoute({
  method: 'post',
  path: '/admin/soar-deliveries/{id}/resend',
  summary: 'Send again what the SOAR system was told, or was to be told',
  description:
    'SOC Analyst, CISO. One that is dead, or was delivered, is tried anew, as often as a new one. It is on record first.',
  security: bearer,
  request: { params: z.object({ id: plainText(128) }) },
  responses: {
    202: jsonAnswer('It will be sent.', z.object({ id: z.string(), state: z.literal('pending') })),
    ...errorAnswers('not_found', 'audit_unavailable'),
  },
})

export const resendSoarDelivery: Operation = {
  action: 'resend-soar-delivery',
  route,
  add: (app, { soarDeliveries, outbox, clock }) => {
    app.openapi(route, async (context) => {
      const { id } = context.req.valid('param')
      const { tenant, sub } = context.get('caller').principal
      const delivery = await soarDeliveries.find(id)
      // One that is pending is being sent as it is.
      if (delivery?.tenant !== tenant || delivery.state === 'pending') throw new SluiceError('not_found')
      await outbox.append(
        createControlRecord({
          ...{ id: newId(), event: 'soar_delivery.resent', severity: 'low', timeMs: clock.nowMs(), service: 'admin' },
          ...{ actor: `user:${sub}`, tenant, requestId: context.get('requestId'), details: { delivery: id } },
        }),
      )
      if (!(await soarDeliveries.sendAgain(tenant, id))) throw new SluiceError('not_found')
      return context.json({ id, state: 'pending' as const }, 202)
    })
  },
}
