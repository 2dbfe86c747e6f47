import { z } from '../../api/zod.ts'

/** As whom the prompt is asked, and which model. The prompt itself does not stand in an address. */
export const playgroundSearch = z.object({
  as: z.string().max(100).optional().catch(undefined),
  model: z.string().max(200).optional().catch(undefined),
})
