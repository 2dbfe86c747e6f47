import {
  type AlertRecord,
  type ClearanceRecord,
  type ControlRecord,
  DEFAULT_TENANT,
  dataSchemaOf,
  type RefusalsRecord,
  type SluiceEvent,
  type TrailRecord,
  type UnreadableRecord,
} from '@sluice/contracts'
import { eventsOfRequest } from './events-of-request.ts'
import { partitionKeyOf, sequenceText } from './partition-key.ts'
import {
  CLEARANCE_SEVERITY,
  REFUSALS_SEVERITY,
  SEVERITY,
  severityOfViolations,
  UNREADABLE_SEVERITY,
} from './severity.ts'

/** A record as a consumer of the outbox or of the trail has it. */
interface NumberedRecord {
  readonly record: TrailRecord
  /** The number of its first event among those of its session, from 1 on; undefined for a record without a session. */
  readonly sequence?: number | undefined
}

/** The events of a record, in their order: the same, with the same ids, however often it is delivered. */
export function eventsOf({ record, sequence }: NumberedRecord): readonly SluiceEvent[] {
  switch (record.kind) {
    case 'request':
      return eventsOfRequest(record, sequence)
    case 'control':
      return [eventOfControl(record, sequence)]
    case 'refusals':
      return [eventOfRefusals(record)]
    case 'alert':
      return [eventOfAlert(record, sequence)]
    case 'clearance':
      return [eventOfClearance(record, sequence)]
    case 'unreadable':
      return [eventOfUnreadable(record)]
  }
}

/** The members that every event has. */
function envelopeOf(record: Exclude<TrailRecord, UnreadableRecord | { kind: 'request' }>, sequence?: number) {
  const { id, tenant, time_ms, sub } = record
  return {
    ...({ specversion: '1.0', id: `${id}.0`, datacontenttype: 'application/json' } as const),
    ...(sub === undefined ? {} : { subject: sub }),
    ...{ time: new Date(time_ms).toISOString(), partitionkey: partitionKeyOf(record), tenant },
    ...(sequence === undefined ? {} : { sequence: sequenceText(sequence) }),
  }
}

function eventOfControl(record: ControlRecord, sequence: number | undefined): SluiceEvent {
  const { id, event, severity, service, actor, tenant, sub, session_id, reason, incident_id, request_id } = record
  return {
    ...envelopeOf(record, sequence),
    ...({ source: `urn:sluice:${service}`, type: `sluice.control.${event}` } as const),
    dataschema: dataSchemaOf('control'),
    severity: SEVERITY[severity],
    data: {
      ...{ record_id: id, event, actor, tenant },
      ...(sub === undefined ? {} : { sub }),
      ...(session_id === undefined ? {} : { session_id }),
      ...(request_id === undefined ? {} : { request_id }),
      ...(reason === undefined ? {} : { reason }),
      ...(incident_id === undefined ? {} : { incident_id }),
      ...(record.details === undefined ? {} : { details: record.details }),
    },
  }
}

function eventOfRefusals(record: RefusalsRecord): SluiceEvent {
  const { id, tenant, sub, peer, code, count, first_ms, time_ms, service = 'gateway' } = record
  return {
    ...envelopeOf(record),
    ...({ source: `urn:sluice:${service}`, type: 'sluice.requests.refused' } as const),
    dataschema: dataSchemaOf('requests.refused'),
    severity: REFUSALS_SEVERITY,
    data: {
      ...{ record_id: id, tenant, code, count },
      ...(sub === undefined ? {} : { sub }),
      ...(peer === undefined ? {} : { peer }),
      ...{ first_time: new Date(first_ms).toISOString(), last_time: new Date(time_ms).toISOString() },
    },
  }
}

function eventOfAlert(record: AlertRecord, sequence: number | undefined): SluiceEvent {
  const { id, tenant, sub, session_id, request_id, request_record_id, model, policy_version, layer } = record
  return {
    ...envelopeOf(record, sequence),
    ...({ source: 'urn:sluice:gateway', type: 'sluice.layer.alerted' } as const),
    dataschema: dataSchemaOf('layer.alerted'),
    severity: severityOfViolations(record.violations),
    data: {
      ...{ record_id: id, tenant, sub, session_id, request_id, model, policy_digest: policy_version, layer },
      violations: record.violations.map(({ policy_id, action, severity }) => ({ policy_id, action, severity })),
      request_record_id,
    },
  }
}

/** The clearance itself is not told: only who may read records is shown it. */
function eventOfClearance(record: ClearanceRecord, sequence: number | undefined): SluiceEvent {
  const { id, tenant, sub, session_id, policy_version } = record
  return {
    ...envelopeOf(record, sequence),
    ...({ source: 'urn:sluice:gateway', type: 'sluice.session.clearance' } as const),
    dataschema: dataSchemaOf('session.clearance'),
    severity: CLEARANCE_SEVERITY,
    data: { record_id: id, tenant, sub, session_id, policy_digest: policy_version },
  }
}

function eventOfUnreadable({ id, entry, time_ms, tenant = DEFAULT_TENANT }: UnreadableRecord): SluiceEvent {
  return {
    ...({ specversion: '1.0', id: `${id}.0`, source: 'urn:sluice:gateway', type: 'sluice.record.unreadable' } as const),
    ...({ time: new Date(time_ms).toISOString(), datacontenttype: 'application/json' } as const),
    ...{ dataschema: dataSchemaOf('record.unreadable'), partitionkey: tenant, tenant },
    severity: UNREADABLE_SEVERITY,
    data: { record_id: id, tenant, entry },
  }
}
