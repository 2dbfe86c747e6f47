import { z } from 'zod'
import { controlRecordSchema } from './control-record.ts'
import { requestRecordSchema } from './layer-record.ts'

/** A record of the outbox; `kind` tells which. */
export const outboxRecordSchema = z.discriminatedUnion('kind', [requestRecordSchema, controlRecordSchema])

export type OutboxRecord = z.infer<typeof outboxRecordSchema>
