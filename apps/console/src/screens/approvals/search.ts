import { z } from '../../api/zod.ts'

const STATES = ['pending', 'approved', 'started', 'done', 'denied', 'expired', 'failed'] as const

/** What of the inbox is shown. A value that is none is left out, so that an old address still opens. */
export const approvalsSearch = z.object({
  state: z
    .enum([...STATES, 'any'])
    .optional()
    .catch(undefined),
  category: z.enum(['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H']).optional().catch(undefined),
  find: z.string().max(200).optional().catch(undefined),
})

/** Which act is being confirmed. It stands in the address, so that a fresh login comes back to it. */
export const approvalSearch = z.object({ act: z.enum(['approve', 'deny']).optional().catch(undefined) })
