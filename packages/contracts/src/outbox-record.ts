import { z } from 'zod'
import { type AlertRecord, alertRecordSchema } from './alert-record.ts'
import { type ClearanceRecord, clearanceRecordSchema } from './clearance-record.ts'
import { type ControlRecord, controlRecordSchema } from './control-record.ts'
import { requestRecordSchema } from './layer-record.ts'
import { type RefusalsRecord, refusalsRecordSchema } from './refusals-record.ts'
import type { StoredRequest } from './stored-request.ts'
import { unreadableRecordSchema } from './unreadable-record.ts'

/** A record of the outbox as its consumers read it; `kind` tells which. */
export const outboxRecordSchema = z.discriminatedUnion('kind', [
  requestRecordSchema,
  refusalsRecordSchema,
  controlRecordSchema,
  alertRecordSchema,
  clearanceRecordSchema,
])

export type OutboxRecord = z.infer<typeof outboxRecordSchema>

/** A record as the audit trail keeps it. */
export const trailRecordSchema = z.discriminatedUnion('kind', [...outboxRecordSchema.options, unreadableRecordSchema])

export type TrailRecord = z.infer<typeof trailRecordSchema>

/** A record as it is appended. Only that of a request has another form when it is stored. */
export type StoredRecord = StoredRequest | RefusalsRecord | ControlRecord | AlertRecord | ClearanceRecord
