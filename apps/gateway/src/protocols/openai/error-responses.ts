import { z } from '@hono/zod-openapi'
import { ERRORS, policyViolationSchema } from '@sluice/contracts'

const errorBodySchema = z
  .object({
    error: z.object({
      message: z.string(),
      type: z.string(),
      param: z.string().nullable(),
      code: z.string(),
      approval_id: z.string().optional().describe('Of a request that waits for a human, where it asked for an error.'),
      policy_violations: z
        .array(policyViolationSchema)
        .optional()
        .describe('What was found, and which policies determined the refusal; where a layer has refused the request.'),
    }),
  })
  .openapi('Error')

/** OpenAPI responses for the given statuses, each listing the error codes that come with it. */
export function errorResponses(statuses: readonly number[]) {
  return Object.fromEntries(statuses.map((status) => [status, errorResponse(status)]))
}

function errorResponse(status: number) {
  const codes = Object.entries(ERRORS).filter(([, entry]) => entry.status === status)
  return {
    description: codes.map(([code, { publicMessage }]) => `\`${code}\`: ${publicMessage}`).join('\n\n'),
    content: { 'application/json': { schema: errorBodySchema } },
  }
}
