import type { auditSchema, historySchema } from '@sluice/assessment-contract'
import type { z } from 'zod'

/** One scan that was asked for (specification, section 2, and rule 1 of section 4: whatever became of it). */
export type HistoryRecord = Readonly<z.output<typeof historySchema>[number]>

/** One mutating request (specification, sections 2 and 6). */
export type AuditEntry = Readonly<z.output<typeof auditSchema>[number]>
