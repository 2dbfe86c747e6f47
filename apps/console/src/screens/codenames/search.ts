import { z } from '../../api/zod.ts'

/** Which codenames are listed. */
export const codenamesSearch = z.object({
  department: z.string().min(1).max(128).optional().catch(undefined),
  find: z.string().max(200).optional().catch(undefined),
})
