import { z } from '../../api/zod.ts'

/** Over which time requests are counted; the last hour without it. */
export const overviewSearch = z.object({ window: z.enum(['hour', 'day', 'fortnight']).optional().catch(undefined) })
