import { z } from '../../api/zod.ts'

/** Which request's evidence is shown: a record, a completion, or what was sent as `x-request-id`. */
export const evidenceSearch = z.object({ request: z.string().min(1).max(256).optional().catch(undefined) })
