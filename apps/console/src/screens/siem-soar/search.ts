import { z } from '../../api/zod.ts'

/** Which list is shown, what of it is open, and whether a receiver is about to be sent all of it again. */
export const siemSoarSearch = z.object({
  list: z.enum(['siem', 'soar']).optional().catch(undefined),
  state: z.enum(['dead', 'pending', 'delivered', 'any']).optional().catch(undefined),
  open: z.string().max(128).optional().catch(undefined),
  act: z.enum(['siem', 'soar']).optional().catch(undefined),
  receiver: z.string().max(64).optional().catch(undefined),
})
