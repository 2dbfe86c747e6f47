import { z } from '@hono/zod-openapi'
import { INCIDENT_ID_MAX_LENGTH, plainText, proseText, REASON_MAX_LENGTH } from '@sluice/contracts'
import { parseInput, readJsonBody } from '@sluice/service-kit'
import type { FreezeOrder } from '@sluice/sessions'
import type { Context } from 'hono'
import type { AdminEnv } from '../access-gate.ts'

export const reasonSchema = proseText(REASON_MAX_LENGTH).describe(
  'Why, for the audit trail: 1 to 1,000 characters. It is kept; put no secrets here.',
)

export const orderSchema = z
  .strictObject({
    reason: reasonSchema,
    incident_id: plainText(INCIDENT_ID_MAX_LENGTH).optional().describe('The case in the SOAR or ticket system.'),
  })
  .openapi('FreezeOrder')

export const userOrderSchema = orderSchema
  .extend({
    force: z
      .boolean()
      .optional()
      .describe('Freezes a subject that is not known, so that it cannot begin when it appears. False by default.'),
  })
  .openapi('UserFreezeOrder')

/** The body of an act, as OpenAPI describes it. */
export function orderBody(schema: z.ZodType) {
  return { required: true, content: { 'application/json': { schema } } } as const
}

/** Reads and checks a JSON body. Throws what `readJsonBody` throws, and `invalid_request` with every issue. */
export async function readBodyAs<Schema extends z.ZodType>(
  context: Context<AdminEnv>,
  schema: Schema,
  maxBytes: number,
): Promise<z.output<Schema>> {
  return parseInput(schema, await readJsonBody(context.req.raw, { maxBytes }), 'body')
}

/** The order of the caller, for the freeze control and its audit record. */
export function toOrder(context: Context<AdminEnv>, body: z.output<typeof orderSchema>): FreezeOrder {
  return {
    reason: body.reason,
    actor: `user:${context.get('caller').principal.sub}`,
    requestId: context.get('requestId'),
    ...(body.incident_id === undefined ? {} : { incidentId: body.incident_id }),
  }
}
