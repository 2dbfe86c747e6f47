import { z } from 'zod'

/** The body of every refusal but the masked 500. */
export const errorSchema = z
  .object({
    error: z.string().describe('The same phrase for every error of this status.'),
    message: z.string().optional().describe('What is wrong, for a person.'),
    details: z
      .array(z.object({ path: z.string(), message: z.string() }))
      .optional()
      .describe('With 400: each fault, with its place in the request, such as `query.project`.'),
  })
  .meta({ id: 'ApiError' })

/** The envelope of an unhandled failure (specification, section 7). */
export const internalErrorSchema = z
  .object({
    error: z.literal('Internal server error'),
    id: z.string().regex(/^[0-9a-f]{8}$/),
  })
  .meta({ id: 'InternalError' })

/** The 500 of a bill of materials whose scan did not get to the end (specification, section 7). */
export const scanIncompleteSchema = z
  .object({ title: z.literal('Scan incomplete'), status: z.literal(500) })
  .meta({ id: 'ScanIncomplete' })
