import { hash } from 'node:crypto'
import {
  type ControlRecord,
  DEFAULT_TENANT,
  type LayerId,
  type OutboxRecord,
  type PolicyViolation,
  type RequestRecord,
} from '@sluice/contracts'

/** One record of the outbox as the audit trail keeps it: what can be looked for, beside the record itself. */
export interface AuditEvent {
  /** No two records have the same, and a record that is delivered twice keeps it. Up to 64 characters. */
  readonly id: string
  readonly tenant: string
  /** Milliseconds since the Unix epoch. */
  readonly timeMs: number
  /** `request.answered`, `user.frozen` and the like: see docs/audit.md. */
  readonly type: string
  /** 0 (of no concern) to 10, as CEF counts; from 7 on it is passed on at once. */
  readonly severity: number
  /** The user whom it is about. */
  readonly sub?: string | undefined
  /** Who did it, where that is not the user: `user:SUB`, `soar:KEY` and the like. */
  readonly actor?: string | undefined
  readonly sessionId?: number | undefined
  readonly requestId?: string | undefined
  /** A code of the error table. */
  readonly code?: string | undefined
  /** The layers that looked at the request, in their order, each once. */
  readonly layers: readonly LayerId[]
  /** The policies that determined something, each once. */
  readonly policyIds: readonly string[]
  readonly record: OutboxRecord | UnreadableRecord
}

/** A record of a form that this version does not know: that there is one is on record, too. */
interface UnreadableRecord {
  readonly kind: 'unreadable'
  /** The id of its entry in the outbox. */
  readonly entry: string
}

type Severity = PolicyViolation['severity']

/** CEF's scale, where 7 to 8 is high and 9 to 10 very high. */
const SEVERITY: Readonly<Record<Severity, number>> = { low: 3, medium: 5, high: 7, critical: 9 }

/** How grave a request is that violated nothing. */
const OUTCOME_SEVERITY: Readonly<Record<RequestRecord['outcome'], number>> = {
  answered: 1,
  held: 5,
  denied: 5,
  failed: 4,
  aborted: 2,
}

const REFUSALS_SEVERITY = 4

/** Says what a record is. */
export function auditEventOf(record: OutboxRecord): AuditEvent {
  switch (record.kind) {
    case 'request':
      return requestEvent(record)
    case 'control':
      return controlEvent(record)
    case 'refusals': {
      const { id, tenant, sub, code, time_ms: timeMs } = record
      const type = 'request.refused'
      return { id, tenant, timeMs, type, severity: REFUSALS_SEVERITY, sub, code, layers: [], policyIds: [], record }
    }
  }
}

/** Says that there was an entry that nobody could read. Nobody knows whose it is, so the default tenant gets it. */
export function unreadableEvent(entry: string, timeMs: number): AuditEvent {
  const record = { kind: 'unreadable', entry } as const
  const id = hash('sha256', `unreadable ${entry}`, 'hex')
  const type = 'record.unreadable'
  return { id, tenant: DEFAULT_TENANT, timeMs, type, severity: 8, layers: [], policyIds: [], record }
}

/** The commitment holds a random salt, so no two are the same. The id of a request may be chosen by its caller. */
function requestEvent(record: RequestRecord): AuditEvent {
  const { commitment, tenant, time_ms: timeMs, outcome, violations, code, layers } = record
  return {
    id: hash('sha256', commitment, 'hex'),
    tenant,
    timeMs,
    type: `request.${outcome}`,
    severity: Math.max(OUTCOME_SEVERITY[outcome], ...violations.map(severityOfViolation)),
    sub: record.sub,
    sessionId: record.session_id,
    requestId: record.request_id,
    code,
    layers: [...new Set(layers.map(({ layer }) => layer))],
    policyIds: [...new Set(violations.map(({ policy_id }) => policy_id))],
    record,
  }
}

/** A value that was masked did not get out: that is how things should be, however sensitive it is. */
function severityOfViolation({ action, severity }: PolicyViolation): number {
  return action === 'masked' ? SEVERITY.low : SEVERITY[severity]
}

function controlEvent(record: ControlRecord): AuditEvent {
  const { id, tenant, time_ms: timeMs, event, severity, sub, actor } = record
  return {
    ...{ id, tenant, timeMs, type: event, severity: SEVERITY[severity], sub, actor },
    sessionId: record.session_id,
    requestId: record.request_id,
    layers: [],
    policyIds: [],
    record,
  }
}
