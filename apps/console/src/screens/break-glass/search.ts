import { z } from '../../api/zod.ts'

/** Which requests are listed, and whether one is being opened. `session` and `user` are those of the form. */
export const breakGlassSearch = z.object({
  kind: z.enum(['requests', 'drills']).optional().catch(undefined),
  act: z.enum(['open', 'drill']).optional().catch(undefined),
  session: z.coerce.number().int().positive().optional().catch(undefined),
  user: z.string().max(256).optional().catch(undefined),
})

/** Which act is being confirmed. It stands in the address, so that a fresh login comes back to it. */
export const breakGlassRequestSearch = z.object({
  act: z.enum(['confirm', 'revoke']).optional().catch(undefined),
})
