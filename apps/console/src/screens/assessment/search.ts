import { z } from '../../api/zod.ts'

/** Whether the dialog for another project is open. */
export const assessmentSearch = z.object({ act: z.enum(['assess']).optional().catch(undefined) })

const RISKS = ['QuantumBroken', 'QuantumVulnerable', 'Mitigable', 'QuantumSafe'] as const

/** Which project is shown, and what of it. A value that is none is left out, so that an old address still opens. */
export const projectSearch = z.object({
  path: z.string().max(4096).optional().catch(undefined),
  view: z.enum(['gaps', 'plan', 'trend', 'reports']).optional().catch(undefined),
  risk: z.enum(RISKS).optional().catch(undefined),
  part: z.enum(['product', 'test']).optional().catch(undefined),
  find: z.string().max(200).optional().catch(undefined),
  /** The finding that is open beside the list: `file:line:algorithm`. */
  open: z.string().max(5000).optional().catch(undefined),
  act: z.enum(['remove', 'again']).optional().catch(undefined),
})

/** Which saved answers are shown. */
export const answersSearch = z.object({
  response: z
    .string()
    .regex(/^[\w-]{1,128}$/)
    .optional()
    .catch(undefined),
})
