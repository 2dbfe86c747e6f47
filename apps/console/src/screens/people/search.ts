import { z } from '../../api/zod.ts'

/** Which people or sessions are shown. A value that is none is left out, so that an old address still opens. */
export const peopleSearch = z.object({
  view: z.enum(['people', 'sessions']).optional().catch(undefined),
  user: z.string().max(256).optional().catch(undefined),
  state: z.enum(['active', 'frozen']).optional().catch(undefined),
})

/** Which act is being confirmed. It stands in the address, so that a fresh login comes back to it. */
export const freezeSearch = z.object({ act: z.enum(['freeze', 'unfreeze']).optional().catch(undefined) })
