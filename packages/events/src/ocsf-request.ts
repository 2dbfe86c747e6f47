import { ACTION_NAMES, type SluiceEvent } from '@sluice/contracts'
import { actorOf, type OcsfClass, OTHER, statusOf, withoutUndefined } from './ocsf-class.ts'
import { nameOf, signatureOf } from './signature.ts'

type EventOf<Type extends SluiceEvent['type']> = Extract<SluiceEvent, { readonly type: Type }>
type OfRequest = EventOf<'sluice.layer.decided' | 'sluice.request.ended'>
type ControlData = Extract<SluiceEvent, { readonly type: `sluice.control.${string}` }>['data']
type WithViolations = OfRequest | EventOf<'sluice.layer.alerted'>

const API_ACTIVITY = { categoryUid: 6, classUid: 6003, className: 'API Activity' } as const
const DETECTION_FINDING = { categoryUid: 2, classUid: 2004, className: 'Detection Finding', activityId: 1 } as const

/** What decided or ended well: neither was anything refused, nor did it fail. */
const GOOD: ReadonlySet<string> = new Set(['allow', 'transform', 'answer', 'hold', 'answered', 'held'])

/** One layer's decision, or the end, of a request that violated nothing. */
export function aboutRequest({ type, data }: OfRequest): OcsfClass {
  const ended = type === 'sluice.request.ended'
  const code = ended ? data.code : undefined
  const { endpoint, model, duration_ms: duration } = data
  return {
    ...API_ACTIVITY,
    ...{ activityId: OTHER, activity: ended ? 'Invoke' : 'Decide' },
    profiles: ['ai_operation'],
    attributes: {
      actor: actorOf(data),
      api: withoutUndefined({
        operation: data.action === undefined ? 'invoke-model' : ACTION_NAMES[data.action],
        service: { name: ended ? 'gateway' : data.layer },
        response: code === undefined ? undefined : { error: code },
      }),
      // The gateway does not keep addresses of users.
      src_endpoint: { name: 'Unknown' },
      dst_endpoint: endpoint === undefined ? undefined : { name: endpoint },
      ai_model: { name: model, ai_provider: endpoint ?? 'Unknown' },
      duration: Math.round(duration),
      ...statusOf(GOOD.has(data.outcome), code),
    },
    unmapped: unmappedOf(data),
  }
}

/** One layer's decision, an alert, or the end, of a request that violated policies. */
export function aboutFinding(event: WithViolations): OcsfClass {
  const { violations, model } = event.data
  const analytics = [...new Set(violations.map(({ policy_id }) => policy_id))].map((uid) => ({
    ...{ uid, name: uid, type_id: 1, type: 'Rule' },
  }))
  const signature = signatureOf(event)
  return {
    ...DETECTION_FINDING,
    activity: 'Create',
    profiles: [],
    attributes: {
      finding_info: withoutUndefined({
        ...{ uid: event.id, title: nameOf(signature), types: ['Policy violation'] },
        ...{ created_time: Date.parse(event.time), analytic: analytics[0] },
        related_analytics: analytics.length > 1 ? analytics.slice(1) : undefined,
      }),
      evidences: [{ actor: actorOf(event.data) }],
      is_alert: event.severity >= 7,
      ...{ status_id: 1, status: 'New' },
    },
    unmapped: { ...unmappedOf(event.data), model, violations },
  }
}

/** So much was told of one person that few people fit. */
export function aboutMosaic(
  { id, time, severity }: Pick<SluiceEvent, 'id' | 'time' | 'severity'>,
  { details, ...person }: Pick<ControlData, 'details' | 'sub' | 'session_id'>,
): OcsfClass {
  return {
    ...DETECTION_FINDING,
    ...{ activity: 'Create', profiles: [] },
    attributes: {
      finding_info: { uid: id, title: 'Mosaic', types: ['Mosaic'], created_time: Date.parse(time) },
      evidences: [{ actor: actorOf(person) }],
      ...{ is_alert: severity >= 7, status_id: 1, status: 'New' },
    },
    unmapped: withoutUndefined({ details }),
  }
}

/** Refusals of one caller, counted. */
export function aboutRefusals(data: EventOf<'sluice.requests.refused'>['data']): OcsfClass {
  const { code, count, peer, first_time: first, last_time: last } = data
  return {
    ...API_ACTIVITY,
    ...{ activityId: OTHER, activity: 'Refuse', profiles: [] },
    attributes: {
      actor: actorOf(data),
      api: { operation: 'request', response: { error: code } },
      // A network, not an address.
      src_endpoint: { name: peer ?? 'Unknown' },
      ...{ count, start_time: Date.parse(first), end_time: Date.parse(last) },
      ...statusOf(false, code),
    },
    unmapped: {},
  }
}

/** A record of a form that this version does not know. */
export function aboutUnreadable({ id, type, time, data }: EventOf<'sluice.record.unreadable'>): OcsfClass {
  return {
    ...DETECTION_FINDING,
    ...{ activity: 'Create', profiles: [] },
    attributes: {
      finding_info: {
        ...{ uid: id, title: 'A record could not be read', types: [type], created_time: Date.parse(time) },
      },
      ...{ is_alert: true, status_id: 1, status: 'New' },
    },
    unmapped: { entry: data.entry },
  }
}

function unmappedOf(data: WithViolations['data']) {
  return withoutUndefined({
    ...{ layer: data.layer, policy_digest: data.policy_digest },
    ...('outcome' in data ? { outcome: data.outcome, findings: data.findings, action: data.action } : {}),
    ...('level' in data ? { level: data.level } : {}),
    ...('direction' in data ? { direction: data.direction, alert_ids: data.alert_ids } : {}),
    ...('tile' in data ? { tile: data.tile } : {}),
    ...('layers' in data ? { layers: data.layers, cache_hit: data.cache_hit, reason: data.reason } : {}),
    ...('request_record_id' in data ? { request_record_id: data.request_record_id } : {}),
  })
}
