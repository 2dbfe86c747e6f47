import { z } from 'zod'
import { controlRecordSchema } from './control-record.ts'
import { requestRecordSchema } from './layer-record.ts'

/** What may stand in the outbox, told apart by `kind`. */
export const outboxRecordSchema = z.discriminatedUnion('kind', [requestRecordSchema, controlRecordSchema])

export type OutboxRecord = z.infer<typeof outboxRecordSchema>
