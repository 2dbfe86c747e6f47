import { z } from '../../api/zod.ts'

/** What of the policies is listed. */
export const policiesSearch = z.object({
  origin: z.enum(['stored', 'built-in']).optional().catch(undefined),
  find: z.string().max(200).optional().catch(undefined),
})

/** Which version of a policy is looked at, and which act is being confirmed. */
export const policySearch = z.object({
  version: z.number().int().min(1).optional().catch(undefined),
  act: z.enum(['delete']).optional().catch(undefined),
})

/** What is being confirmed of a policy that is written. It stands in the address: a fresh login comes back to it. */
export const editorSearch = z.object({ act: z.enum(['publish']).optional().catch(undefined) })
