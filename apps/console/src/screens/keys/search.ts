import { z } from '../../api/zod.ts'

/** What is listed, which keys, and whether one is being made. A value that is none is left out. */
export const keysSearch = z.object({
  view: z.enum(['keys', 'departments', 'people']).optional().catch(undefined),
  owner: z.string().max(256).optional().catch(undefined),
  department: z.string().max(256).optional().catch(undefined),
  state: z.enum(['active', 'expired', 'revoked']).optional().catch(undefined),
  act: z.enum(['create']).optional().catch(undefined),
})

/** Which act is being confirmed. It stands in the address, so that a fresh login comes back to it. */
export const keySearch = z.object({ act: z.enum(['limits', 'revoke']).optional().catch(undefined) })
