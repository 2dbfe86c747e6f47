import type { AuditEntry, ControlRecord, TrailRecord } from '@sluice/contracts'
import { DEFAULT_TENANT } from '@sluice/contracts'
import {
  ALERTED,
  CLEARANCE_SEVERITY,
  REFUSALS_SEVERITY,
  SEVERITY,
  severityOfRequest,
  severityOfViolations,
  UNREADABLE_SEVERITY,
} from './severity.ts'

/** Says what a record is, and what it can be found by. */
export function auditEntryOf(record: TrailRecord): AuditEntry {
  switch (record.kind) {
    case 'request': {
      const { id, tenant, time_ms: timeMs, outcome, violations, code, layers, sub } = record
      return {
        ...{ id, tenant, timeMs, type: `request.${outcome}`, severity: severityOfRequest(record), sub, code },
        ...{ sessionId: record.session_id, requestId: record.request_id },
        layers: [...new Set(layers.map(({ layer }) => layer))],
        policyIds: [...new Set(violations.map(({ policy_id }) => policy_id))],
        record,
      }
    }
    case 'control':
      return controlEntry(record)
    case 'refusals': {
      const { id, tenant, sub, code, time_ms: timeMs } = record
      const type = 'request.refused'
      return { id, tenant, timeMs, type, severity: REFUSALS_SEVERITY, sub, code, layers: [], policyIds: [], record }
    }
    case 'alert': {
      const { id, tenant, time_ms: timeMs, sub, layer, violations } = record
      return {
        ...{ id, tenant, timeMs, type: ALERTED, severity: severityOfViolations(violations), sub },
        ...{ sessionId: record.session_id, requestId: record.request_id },
        layers: [layer],
        policyIds: [...new Set(violations.map(({ policy_id }) => policy_id))],
        record,
      }
    }
    case 'clearance': {
      const { id, tenant, time_ms: timeMs, sub, session_id: sessionId } = record
      const type = 'session.clearance'
      return {
        ...{ id, tenant, timeMs, type, severity: CLEARANCE_SEVERITY, sub, sessionId },
        ...{ layers: [], policyIds: [], record },
      }
    }
    case 'unreadable': {
      // Where nobody knows whose it is, the default tenant gets it.
      const { id, tenant = DEFAULT_TENANT, time_ms: timeMs } = record
      const severity = UNREADABLE_SEVERITY
      const type = 'record.unreadable'
      return { id, tenant, timeMs, type, severity, layers: [], policyIds: [], record }
    }
  }
}

function controlEntry(record: ControlRecord): AuditEntry {
  const { id, tenant, time_ms: timeMs, event, severity, sub, actor } = record
  return {
    ...{ id, tenant, timeMs, type: event, severity: SEVERITY[severity], sub, actor },
    ...{ sessionId: record.session_id, requestId: record.request_id, layers: [], policyIds: [], record },
  }
}
