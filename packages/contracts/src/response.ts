import { z } from 'zod'
import { serviceMetadataSchema } from './service-metadata.ts'

/**
 * An answer on the wire of OpenAI's Responses. Members that are not listed ride along.
 * Source: https://platform.openai.com/docs/api-reference/responses/object
 */
export const responseSchema = z.looseObject({
  id: z.string(),
  object: z.literal('response'),
  created_at: z.number().describe('Seconds since the Unix epoch.'),
  status: z.enum(['completed', 'incomplete', 'failed', 'in_progress']),
  model: z.string(),
  output: z.array(z.looseObject({ type: z.string() })),
  previous_response_id: z.string().nullish(),
  incomplete_details: z.looseObject({ reason: z.string() }).nullish(),
  usage: z.looseObject({ input_tokens: z.number(), output_tokens: z.number(), total_tokens: z.number() }).nullish(),
  service_metadata: serviceMetadataSchema.optional(),
})
