import { z } from 'zod'
import { SEVERITIES } from './finding.ts'

/** The events of the control plane: acts on users, sessions and policies, pulls of a directory, and approvals. */
export const CONTROL_EVENTS = [
  'session.frozen',
  'session.unfrozen',
  'user.frozen',
  'user.unfrozen',
  'user.unfreeze_proposed',
  'user.unfreeze_confirmed',
  'ciso.last_frozen',
  'soar.refused',
  'signal.refused',
  'api_key.created',
  'api_key.changed',
  'api_key.revoked',
  'codenames.changed',
  'policy.created',
  'policy.updated',
  'policy.deleted',
  'directory.synced',
  'directory.failed',
  'directory.held',
  'directory.confirmed',
  'approval.requested',
  'approval.voted',
  'approval.approved',
  'approval.denied',
  'approval.expired',
  'approval.started',
  'approval.done',
  'approval.failed',
  'audit_log.read',
  'siem_events.read',
  'soar_deliveries.read',
  'soar_delivery.resent',
  'siem_dead_letter.resent',
  'legal_hold.opened',
  'legal_hold.released',
  'person.erased',
  'approval.viewed',
  'audit_log.exported',
  'codenames.read',
  'sessions.read',
  'usage.read',
  'users.read',
  'admin.refused',
  'break_glass.opened',
  'break_glass.confirmed',
  'break_glass.revoked',
  'break_glass.revealed',
  'break_glass.drill',
  'break_glass.refused',
  'outbox.group_dropped',
  'relay.dead_lettered',
  'siem.dead_lettered',
  'evidence.read',
  'evidence.late',
  'evidence.contradicted',
  'evidence.challenged',
  'evidence.challenge_late',
  'checkpoint.late',
  'tool.changed',
  'tool.accepted',
  'answers.forgotten',
  'mosaic.found',
  'console.logged_in',
  'console.logged_out',
  'console.security_key_registered',
  'console.security_key_removed',
  'console.security_key_refused',
  'console.stepped_up',
  'assessment.called',
  'console.posed',
] as const

/** `user:` and the like before a subject of up to 256 characters. */
export const ACTOR_MAX_LENGTH = 512
export const REASON_MAX_LENGTH = 1_000
/** Room for the names of all types of values, which a request to see values may list. */
const DETAIL_MAX_LENGTH = 4_000
/** The id of a case in the SOAR or ticket system. */
export const INCIDENT_ID_MAX_LENGTH = 256

/**
 * One act of the control plane, for the audit trail and the SIEM. It is appended to the same outbox as the records of
 * requests. An act that must be audited is refused when its record cannot be appended.
 */
export const controlRecordSchema = z.object({
  kind: z.literal('control'),
  version: z.literal(1),
  /** A UUID. */
  id: z.string(),
  event: z.enum(CONTROL_EVENTS),
  /** A record of severity `critical` is passed on at once, the others may wait (gateway specification, section 6). */
  severity: z.enum(SEVERITIES),
  /** Milliseconds since the Unix epoch. */
  time_ms: z.number().int(),
  /** The service that writes it. */
  service: z.string(),
  /** Who did it: `user:SUB`, `soar:KEY`, `ssf:ISSUER`, `directory:NAME`, `host:OS-USER`, `mcp:NAME`. */
  actor: z.string().min(1).max(ACTOR_MAX_LENGTH),
  tenant: z.string(),
  sub: z.string().optional(),
  session_id: z.number().int().optional(),
  reason: z.string().max(REASON_MAX_LENGTH).optional(),
  incident_id: z.string().max(INCIDENT_ID_MAX_LENGTH).optional(),
  request_id: z.string().optional(),
  /** Counts, durations and names that only this event has. */
  details: z.record(z.string(), z.union([z.string().max(DETAIL_MAX_LENGTH), z.number(), z.boolean()])).optional(),
})

export type ControlRecord = z.infer<typeof controlRecordSchema>
export type ControlEvent = ControlRecord['event']

/** One act to record. Undefined members are left out of the record. */
export interface ControlAct {
  /** A UUID. */
  readonly id: string
  readonly event: ControlEvent
  readonly severity: ControlRecord['severity']
  /** Milliseconds since the Unix epoch. */
  readonly timeMs: number
  readonly service: string
  readonly actor: string
  readonly tenant: string
  readonly sub?: string | undefined
  readonly sessionId?: number | undefined
  readonly reason?: string | undefined
  readonly incidentId?: string | undefined
  readonly requestId?: string | undefined
  readonly details?: ControlRecord['details']
}

/** Makes the outbox record of an act. */
export function createControlRecord(act: ControlAct): ControlRecord {
  const { id, event, severity, timeMs, service, actor, tenant } = act
  const { sub, sessionId, reason, incidentId, requestId, details } = act
  return {
    ...{ kind: 'control', version: 1, id, event, severity, time_ms: timeMs, service, actor, tenant },
    ...(sub === undefined ? {} : { sub }),
    ...(sessionId === undefined ? {} : { session_id: sessionId }),
    ...(reason === undefined ? {} : { reason }),
    ...(incidentId === undefined ? {} : { incident_id: incidentId }),
    ...(requestId === undefined ? {} : { request_id: requestId }),
    ...(details === undefined ? {} : { details }),
  }
}
