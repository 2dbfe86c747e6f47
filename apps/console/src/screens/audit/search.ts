import { z } from '../../api/zod.ts'

const text = z.string().min(1).max(256).optional().catch(undefined)
// An address that somebody has written by hand may have a number where a text is meant.
const digits = z.coerce
  .string()
  .regex(/^\d{1,16}$/)
  .optional()
  .catch(undefined)

/** What of the trail is shown. A value that is none is left out, so that an old address still opens. */
export const auditSearch = z.object({
  user: text,
  session: digits,
  type: text,
  min_severity: z.coerce
    .string()
    .regex(/^(?:[1-9]|10)$/)
    .optional()
    .catch(undefined),
  layer: z
    .string()
    .regex(/^L[0-7]$/)
    .optional()
    .catch(undefined),
  policy_id: text,
  since: z.enum(['hour', 'day', 'week', 'month']).optional().catch(undefined),
  from: z.iso.datetime({ offset: true }).optional().catch(undefined),
  to: z.iso.datetime({ offset: true }).optional().catch(undefined),
  follow: z.boolean().optional().catch(undefined),
  /** The id of the entry that is open beside the list. */
  open: text,
})

export type AuditSearch = z.output<typeof auditSearch>
