import { z } from '@hono/zod-openapi'
import { INCIDENT_ID_MAX_LENGTH, plainText, proseText, REASON_MAX_LENGTH } from '@sluice/contracts'
import { maskReason } from '@sluice/pipeline/mask-text'
import { systemClock } from '@sluice/service-kit'
import { defined } from '@sluice/service-kit/async'
import type { FreezeOrder } from '@sluice/sessions'
import type { Context } from 'hono'
import type { AdminEnv } from '../access-gate.ts'

/** A text that a person gives for the record, as it may be stored: values that L2 finds are named by their types. */
export function maskedProse(description: string) {
  return proseText(REASON_MAX_LENGTH)
    .transform((text) => maskReason(text, systemClock))
    .describe(description)
}

export const reasonSchema = maskedProse(
  'Why, for the audit trail: 1 to 1,000 characters. It is kept, with names, addresses and numbers of persons masked; ' +
    'put no secrets here.',
)

export const freezeOrderSchema = z
  .strictObject({
    reason: reasonSchema,
    incident_id: plainText(INCIDENT_ID_MAX_LENGTH).optional().describe('The case in the SOAR or ticket system.'),
  })
  .openapi('FreezeOrder')

export const userFreezeOrderSchema = freezeOrderSchema
  .extend({
    force: z
      .boolean()
      .optional()
      .describe('Freezes a subject that is not known, so that it cannot begin when it appears. False by default.'),
  })
  .openapi('UserFreezeOrder')

/** A JSON body that must be there, for a route's `request`. */
export function jsonBody<Schema extends z.ZodType>(schema: Schema) {
  return { required: true, content: { 'application/json': { schema } } } as const
}

/** The order of the caller, for the freeze control and its audit record. */
export function toFreezeOrder(context: Context<AdminEnv>, body: z.output<typeof freezeOrderSchema>): FreezeOrder {
  return {
    reason: body.reason,
    actor: `user:${context.get('caller').principal.sub}`,
    requestId: context.get('requestId'),
    ...defined({ incidentId: body.incident_id }),
  }
}
