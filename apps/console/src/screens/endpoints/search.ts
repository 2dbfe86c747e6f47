import { z } from '../../api/zod.ts'

/** Over which time the cache is judged, which endpoint is open, and whether answers are about to be forgotten. */
export const endpointsSearch = z.object({
  window: z.enum(['hour', 'day']).optional().catch(undefined),
  open: z.string().max(600).optional().catch(undefined),
  act: z.literal('forget').optional().catch(undefined),
})
