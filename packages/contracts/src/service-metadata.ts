import { z } from 'zod'
import { policyViolationSchema } from './finding.ts'
import { layerIdSchema } from './layers.ts'

/** The gateway's own member of a completion (gateway specification, section 2). In a stream it is in the last chunk. */
export const serviceMetadataSchema = z.object({
  session_id: z
    .number()
    .int()
    .describe('Session that handled the request: a number below 2^53 that no other session gets.'),
  layers_executed: z.array(layerIdSchema).describe('Layers in the order executed.'),
  policy_violations: z.array(policyViolationSchema),
  approval_required: z.boolean().describe('True when the request was routed to human approval.'),
  approval_id: z
    .uuid()
    .optional()
    .describe('Of a request that waits for a human, and of the answer to one that was approved.'),
  cache_hit: z.boolean().describe('True when the semantic cache answered.'),
  sent: z
    .array(z.object({ path: z.string(), role: z.string().optional(), text: z.string() }))
    .optional()
    .describe(
      'With the header `x-show-sent: 1`, where the gateway permits it: the texts that went to the model endpoint, as ' +
        'they were sent. Absent where none were, and for a body that another thread has read.',
    ),
  received: z
    .array(z.object({ part: z.number().int(), path: z.string(), text: z.string() }))
    .optional()
    .describe(
      'With the header `x-show-received: 1`, where the gateway permits it: the texts that the model wrote, with the ' +
        'tokens in them, as they were before those became values. `part` is the choice, the item of the output or the ' +
        'block. What `NEW_VALUES` masks for the caller is masked here, too. Absent until the answer has ended.',
    ),
})

export type ServiceMetadata = z.infer<typeof serviceMetadataSchema>
