import { z } from 'zod'

/** Stands in the trail for an entry of the outbox whose form this version does not know: that there is one is told. */
export const unreadableRecordSchema = z.object({
  kind: z.literal('unreadable'),
  version: z.literal(1),
  /** SHA-256, hex, over the name of the entry: delivered twice, it has the same. */
  id: z.string(),
  /** Where it is known; the default tenant is told of the others. */
  tenant: z.string().optional(),
  /** The entry of the outbox, or the id of a row of the trail. */
  entry: z.string(),
  /** When the entry was appended; milliseconds since the Unix epoch. */
  time_ms: z.number().int(),
})

export type UnreadableRecord = z.infer<typeof unreadableRecordSchema>
