import { z } from 'zod'
import { type ControlRecord, controlRecordSchema } from './control-record.ts'
import { requestRecordSchema } from './layer-record.ts'
import { type RefusalsRecord, refusalsRecordSchema } from './refusals-record.ts'
import type { StoredRequest } from './stored-request.ts'

/** A record of the outbox as its consumers read it; `kind` tells which. */
export const outboxRecordSchema = z.discriminatedUnion('kind', [
  requestRecordSchema,
  refusalsRecordSchema,
  controlRecordSchema,
])

export type OutboxRecord = z.infer<typeof outboxRecordSchema>

/** A record as it is appended. Only that of a request has another form when it is stored. */
export type StoredRecord = StoredRequest | RefusalsRecord | ControlRecord
