import { z } from '@hono/zod-openapi'
import { anomalySchema } from '@sluice/contracts'
import type { SoarDelivery } from '@sluice/db'
import { defined } from '@sluice/service-kit/async'

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

export function viewSoarDelivery(delivery: SoarDelivery): z.output<typeof soarDeliverySchema> {
  const { id, type, state, attempts, lastStatus, createdAt, deliveredAt, body } = delivery
  return {
    ...{ id, type, state, attempts, created_at: createdAt.toISOString(), message: anomalySchema.parse(body) },
    ...defined({ last_status: lastStatus, delivered_at: deliveredAt?.toISOString() }),
  }
}
