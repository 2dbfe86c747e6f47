import {
  dataSchemaOf,
  type LayerDecidedEvent,
  type LayerEvent,
  type PolicyViolation,
  type RequestEndedEvent,
  type RequestRecord,
} from '@sluice/contracts'
import { partitionKeyOf, sequenceText } from './partition-key.ts'
import { severityOfEnd, severityOfLayer } from './severity.ts'

/** The layer that leaves the record: its event is that of the end. */
const RECORDER = 'L6' as const
const CONTENT_TYPE = 'application/json'

/**
 * The events of a request: one for each layer that decided, in their order, and one for the end. A violation stands in
 * the first event of its layer, and in that of the end where its layer has none.
 */
export function eventsOfRequest(
  record: RequestRecord,
  sequence: number | undefined,
): readonly (LayerDecidedEvent | RequestEndedEvent)[] {
  const shared = sharedBy(record)
  const untold = new Map(Map.groupBy(record.violations, ({ layer }) => layer))
  const events: (LayerDecidedEvent | RequestEndedEvent)[] = []
  const envelope = () => ({
    ...shared.envelope,
    id: `${record.id}.${events.length}`,
    ...(sequence === undefined ? {} : { sequence: sequenceText(sequence + events.length) }),
  })
  for (const layer of record.layers) {
    if (layer.layer === RECORDER) continue
    const violations = untold.get(layer.layer) ?? []
    untold.delete(layer.layer)
    events.push({
      ...envelope(),
      type: 'sluice.layer.decided',
      dataschema: dataSchemaOf('layer.decided'),
      severity: severityOfLayer(layer.outcome, violations),
      data: { ...shared.data, ...decisionOf(record, layer, violations) },
    })
  }
  const rest = [...untold.values()].flat()
  events.push({
    ...envelope(),
    type: 'sluice.request.ended',
    dataschema: dataSchemaOf('request.ended'),
    severity: severityOfEnd(record.outcome, rest),
    data: { ...shared.data, ...endOf(record, rest) },
  })
  return events
}

function sharedBy(record: RequestRecord) {
  const { id, tenant, sub, session_id, request_id, model, policy_version, time_ms } = record
  return {
    envelope: {
      ...({ specversion: '1.0', source: 'urn:sluice:gateway', datacontenttype: CONTENT_TYPE } as const),
      ...{ subject: sub, time: new Date(time_ms).toISOString(), partitionkey: partitionKeyOf(record), tenant },
    },
    data: { record_id: id, tenant, sub, session_id, request_id, model, policy_digest: policy_version },
  }
}

function decisionOf(record: RequestRecord, event: LayerEvent, violations: readonly PolicyViolation[]) {
  const { layer, outcome, duration_ms, findings } = event
  const { tile, action, endpoint, alerts } = record
  const told = violations.length === 0 ? [] : (alerts ?? []).filter((alert) => alert.layer === layer)
  return {
    ...{ layer, direction: directionOf(event), outcome, duration_ms, findings },
    violations: violations.map(shownViolation),
    ...(tile === undefined ? {} : { level: tile.level }),
    ...(action === undefined ? {} : { action }),
    ...(layer !== 'L5' || endpoint === undefined ? {} : { endpoint }),
    ...(told.length === 0 ? {} : { alert_ids: told.map(({ id }) => id) }),
  }
}

function endOf(record: RequestRecord, violations: readonly PolicyViolation[]) {
  const { outcome, code, tile, action, endpoint, cache_hit, reason, layers } = record
  let micros = 0
  let findings = 0
  for (const layer of layers) {
    micros += Math.round(layer.duration_ms * 1_000)
    findings += layer.findings
  }
  return {
    ...{ layer: RECORDER, outcome, duration_ms: micros / 1_000, findings, cache_hit },
    layers: [...new Set(layers.map(({ layer }) => layer))],
    violations: violations.map(shownViolation),
    ...(code === undefined ? {} : { code }),
    ...(tile === undefined ? {} : { tile: shownTile(tile) }),
    ...(action === undefined ? {} : { action }),
    ...(endpoint === undefined ? {} : { endpoint }),
    ...(reason === undefined ? {} : { reason }),
  }
}

/** L4 works on the way back only. L7 answers or allows on the way there, and takes over what comes back. */
function directionOf({ layer, outcome }: LayerEvent): 'request' | 'response' {
  return layer === 'L4' || (layer === 'L7' && outcome === 'transform') ? 'response' : 'request'
}

function shownViolation({ policy_id, action, severity }: PolicyViolation) {
  return { policy_id, action, severity }
}

function shownTile({ level, categories, reidentificationRisk, flags, digest }: NonNullable<RequestRecord['tile']>) {
  return { level, categories, reidentification_risk: reidentificationRisk, flags, digest }
}
