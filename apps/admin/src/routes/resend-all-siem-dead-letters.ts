import { createRoute, z } from '@hono/zod-openapi'
import { createControlRecord, SluiceError } from '@sluice/contracts'
import { digestOfReceiver } from '@sluice/redis'
import { addressOf, newId } from '@sluice/service-kit/environment'
import { jsonBody } from '../wire/freeze-order.ts'
import { receiverId } from '../wire/receiver-state.ts'
import { BODY_ERRORS, bearer, errorAnswers, jsonAnswer, type Operation } from './operation.ts'

/** Records that one order has sent again. */
export const MAX_RESENT = 1_000

const orderSchema = z.strictObject({ receiver_id: receiverId }).openapi('ResendOrder')

const route = createRoute({
  method: 'post',
  path: '/admin/siem-dead-letters/resend',
  summary: 'Send a receiver again all that it has refused',
  description:
    'SOC Analyst, CISO: those of the tenant that are dead, the newest 1,000. A turn of the receiver, twice a second, takes 20 of them, so ' +
    'that they hold up nothing else. What it refuses once more is `dead` again. It is on record first.',
  security: bearer,
  request: { body: jsonBody(orderSchema) },
  responses: {
    202: jsonAnswer('They will be sent.', z.object({ letters: z.int().describe('How many.') })),
    ...errorAnswers(...BODY_ERRORS, 'not_found', 'audit_unavailable'),
  },
})

export const resendAllSiemDeadLetters: Operation = {
  action: 'resend-all-siem-dead-letters',
  route,
  add: (app, { siem, outbox, clock }) => {
    app.openapi(route, async (context) => {
      const { receiver_id: id } = context.req.valid('json')
      const { tenant, sub } = context.get('caller').principal
      const receiver = siem.configured.find(({ url }) => digestOfReceiver(url) === id)
      if (receiver === undefined) throw new SluiceError('not_found')
      await outbox.append(
        createControlRecord({
          ...{
            id: newId(),
            event: 'siem_dead_letter.resent',
            severity: 'low',
            timeMs: clock.nowMs(),
            service: 'admin',
          },
          ...{ actor: `user:${sub}`, tenant, requestId: context.get('requestId') },
          details: { all: true, receiver: addressOf(receiver.url) },
        }),
      )
      return context.json({ letters: await siem.letters.sendAllAgain(tenant, receiver.url, MAX_RESENT) }, 202)
    })
  },
}
