import { z } from '@hono/zod-openapi'
import { ERRORS, policyViolationSchema } from '@sluice/contracts'

const errorBodySchema = z
  .object({
    type: z.literal('error'),
    error: z.object({
      ...{ type: z.string(), message: z.string(), code: z.string() },
      approval_id: z.string().optional().describe('Of a request that waits for a human, where it asked for an error.'),
      policy_violations: z
        .array(policyViolationSchema)
        .optional()
        .describe('What was found, and which policies determined the refusal; where a layer has refused the request.'),
    }),
    request_id: z.string(),
  })
  .openapi('MessagesError')

/** OpenAPI responses for the given statuses on Anthropic's wire. */
export function messagesErrorResponses(statuses: readonly number[]) {
  return Object.fromEntries(
    statuses.map((status) => {
      const codes = Object.entries(ERRORS).filter(([, entry]) => entry.status === status)
      const description = codes.map(([code, { publicMessage }]) => `\`${code}\`: ${publicMessage}`).join('\n\n')
      return [status, { description, content: { 'application/json': { schema: errorBodySchema } } }]
    }),
  )
}
