import { z } from '@hono/zod-openapi'
import { anomalySchema } from '@sluice/contracts'
import type { SoarDelivery } from '@sluice/db'
import { defined } from '@sluice/service-kit/async'
import { receiverId, receiverName, receiverStateShape } from './receiver-state.ts'

export const DELIVERY_STATES = ['pending', 'delivered', 'dead'] as const

export const soarDeliverySchema = z
  .object({
    id: z.string(),
    type: z.string(),
    state: z.enum(DELIVERY_STATES).describe('`dead` once it was given up; it can be sent again.'),
    attempts: z.int(),
    last_status: z.int().optional().describe('What the last attempt was answered with; absent without an answer.'),
    created_at: z.iso.datetime(),
    delivered_at: z.iso.datetime().optional(),
    message: anomalySchema.describe('What is, or was, posted.'),
  })
  .openapi('SoarDelivery')

const count = z.int().min(0)

const soarReceiverSchema = z
  .object({ id: receiverId, receiver: receiverName, ...receiverStateShape })
  .openapi('SoarReceiver')

export const soarReceiversSchema = z.object({
  data: z.array(soarReceiverSchema).describe('None where no SOAR listener is alive, or is told of none.'),
  pending: count.describe('Messages of the tenant that are tried again; 10,000 stands for that many or more.'),
  dead: count.describe('Those that were given up; likewise.'),
})

export function viewSoarDelivery(delivery: SoarDelivery): z.output<typeof soarDeliverySchema> {
  const { id, type, state, attempts, lastStatus, createdAt, deliveredAt, body } = delivery
  return {
    ...{ id, type, state, attempts, created_at: createdAt.toISOString(), message: anomalySchema.parse(body) },
    ...defined({ last_status: lastStatus, delivered_at: deliveredAt?.toISOString() }),
  }
}
