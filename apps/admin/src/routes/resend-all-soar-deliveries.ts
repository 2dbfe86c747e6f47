import { createRoute, z } from '@hono/zod-openapi'
import { createControlRecord } from '@sluice/contracts'
import { newId } from '@sluice/service-kit/environment'
import { bearer, errorAnswers, jsonAnswer, type Operation } from './operation.ts'
import { MAX_RESENT } from './resend-all-siem-dead-letters.ts'

const route = createRoute({
  method: 'post',
  path: '/admin/soar-deliveries/resend',
  summary: 'Tell the SOAR system again all that was given up',
  description:
    'SOC Analyst, CISO: the messages of the tenant that are dead, the newest 1,000. Each is tried as often as a new one. It is on record first.',
  security: bearer,
  responses: {
    202: jsonAnswer('They will be sent.', z.object({ deliveries: z.int().describe('How many.') })),
    ...errorAnswers('audit_unavailable'),
  },
})

export const resendAllSoarDeliveries: Operation = {
  action: 'resend-all-soar-deliveries',
  route,
  add: (app, { soarDeliveries, outbox, clock }) => {
    app.openapi(route, async (context) => {
      const { tenant, sub } = context.get('caller').principal
      await outbox.append(
        createControlRecord({
          ...{ id: newId(), event: 'soar_delivery.resent', severity: 'low', timeMs: clock.nowMs(), service: 'admin' },
          ...{ actor: `user:${sub}`, tenant, requestId: context.get('requestId'), details: { all: true } },
        }),
      )
      return context.json({ deliveries: await soarDeliveries.sendAllAgain(tenant, MAX_RESENT) }, 202)
    })
  },
}
