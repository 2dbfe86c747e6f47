import { z } from '@hono/zod-openapi'
import type { Order } from '@sluice/auth'
import { InvalidRequestError, readJsonBody } from '@sluice/service-kit'
import type { Context } from 'hono'
import type { AdminEnv } from '../access-gate.ts'

/** Line breaks are welcome in a reason; other control characters would not survive every store that it passes. */
const UNWANTED = /[^\P{Cc}\t\r\n]/u

const text = (maxLength: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(maxLength)
    .refine((value) => value.isWellFormed() && !UNWANTED.test(value), 'must be well-formed text without control codes')

export const reasonSchema = text(1_000).describe(
  'Why, for the audit trail: 1 to 1,000 characters. It is kept; put no secrets here.',
)

export const orderSchema = z
  .strictObject({
    reason: reasonSchema,
    incident_id: text(256).optional().describe('The case in the SOAR or ticket system.'),
  })
  .openapi('Order')

export const userOrderSchema = orderSchema
  .extend({
    force: z
      .boolean()
      .optional()
      .describe('Freezes a subject that is not known, so that it cannot begin when it appears. False by default.'),
  })
  .openapi('UserOrder')

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
  const parsed = schema.safeParse(await readJsonBody(context.req.raw, { maxBytes }))
  if (parsed.success) return parsed.data
  throw new InvalidRequestError(
    parsed.error.issues.map(({ path, message }) => ({ path: ['body', ...path.map(String)].join('.'), message })),
  )
}

/** The order of the caller, for the freeze control and its audit record. */
export function toOrder(context: Context<AdminEnv>, body: z.output<typeof orderSchema>): Order {
  return {
    reason: body.reason,
    actor: `user:${context.get('caller').principal.sub}`,
    requestId: context.get('requestId'),
    ...(body.incident_id === undefined ? {} : { incidentId: body.incident_id }),
  }
}
