import { z } from '../../api/zod.ts'

/** What is being done. It stands in the address, so that a fresh login comes back to it. */
export const securityKeysSearch = z.object({
  act: z.enum(['add', 'remove']).optional().catch(undefined),
  key: z.uuid().optional().catch(undefined),
})
