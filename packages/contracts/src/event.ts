import { z } from 'zod'
import { actionCategorySchema } from './action.ts'
import { CONTROL_EVENTS, controlRecordSchema } from './control-record.ts'
import { policyIdSchema, policyViolationSchema, SEVERITIES } from './finding.ts'
import { LAYER_OUTCOMES, REQUEST_OUTCOMES } from './layer-record.ts'
import { layerIdSchema } from './layers.ts'
import { levelSchema } from './level.ts'

const count = z.int().nonnegative()

/** What every event is about, as far as it is known. */
const about = {
  record_id: z.string().describe('The record that the event is made from: the same in all events of one request.'),
  tenant: z.string(),
  sub: z.string().optional().describe('The user whom it is about.'),
  session_id: z.int().optional(),
  request_id: z.string().optional().describe('`x-request-id`. A caller may send the same one twice.'),
}

const violation = z.object({
  policy_id: policyIdSchema,
  action: policyViolationSchema.shape.action,
  severity: z.enum(SEVERITIES),
})

const ofRequest = {
  ...about,
  sub: z.string().describe('The caller.'),
  session_id: z.int(),
  request_id: z.string(),
  model: z.string().describe('The name that the caller used where an endpoint serves it; else a keyed digest of it.'),
  policy_digest: z.string().describe('Names the policies that decided.'),
}

const layerDecided = z.object({
  ...ofRequest,
  layer: layerIdSchema,
  direction: z.enum(['request', 'response']),
  outcome: z.enum(LAYER_OUTCOMES),
  duration_ms: z.number().nonnegative().describe("The layer's own work, to the microsecond."),
  findings: count,
  violations: z.array(violation).describe('Of this layer.'),
  level: levelSchema.optional().describe('The sensitivity of the request, where it is known.'),
  action: actionCategorySchema.optional().describe('What the request asks for, where it is known.'),
  endpoint: z.string().optional().describe('Of L5: the endpoint that answered.'),
  alert_ids: z.array(z.string()).optional().describe('The alerts that told of these violations before.'),
})

const layerAlerted = z.object({
  ...ofRequest,
  layer: layerIdSchema,
  violations: z.array(violation),
  request_record_id: z.string().describe('`record_id` of the events that the request itself will have.'),
})

const tile = z.object({
  level: levelSchema,
  categories: z.record(z.string(), count).describe('Findings by category.'),
  reidentification_risk: z.number().min(0).max(1),
  flags: z.array(z.string()),
  digest: z.string(),
})

const requestEnded = z.object({
  ...ofRequest,
  layer: z.literal('L6'),
  outcome: z.enum(REQUEST_OUTCOMES),
  code: z.string().optional().describe('A code of the error table.'),
  duration_ms: z.number().nonnegative().describe('The work of all layers together, to the microsecond.'),
  layers: z.array(layerIdSchema).describe('In their order, each once.'),
  findings: count,
  violations: z.array(violation).describe('Those of no layer that has an event of its own.'),
  tile: tile.optional(),
  action: actionCategorySchema.optional(),
  endpoint: z.string().optional(),
  cache_hit: z.boolean(),
  reason: z.string().optional().describe('Why the caller asked, with the names of types in the place of values.'),
})

const requestsRefused = z.object({
  ...about,
  peer: z.string().optional().describe('The network of a caller who could not be identified.'),
  code: z.string().describe('A code of the error table.'),
  count: z.int().positive(),
  first_time: z.iso.datetime(),
  last_time: z.iso.datetime(),
})

const control = z.object({
  ...about,
  event: z.enum(CONTROL_EVENTS),
  actor: z.string().describe('Who did it: `user:SUB`, `soar:KEY`, `ssf:ISSUER`, `directory:NAME`, `host:OS-USER`.'),
  reason: z.string().optional().describe('With the names of types in the place of sensitive values.'),
  incident_id: z.string().optional(),
  details: controlRecordSchema.shape.details,
})

const sessionClearance = z.object({
  ...about,
  sub: z.string().describe('The caller.'),
  session_id: z.int(),
  policy_digest: z.string().describe('Names the policies that gave the clearance.'),
})

const recordUnreadable = z.object({ ...about, entry: z.string().describe('The entry of the outbox.') })

/** What the events of each kind carry. `control` stands for every act: `sluice.control.user.frozen` and so on. */
export const EVENT_DATA = {
  'layer.decided': layerDecided,
  'layer.alerted': layerAlerted,
  'request.ended': requestEnded,
  'requests.refused': requestsRefused,
  control,
  'session.clearance': sessionClearance,
  'record.unreadable': recordUnreadable,
} as const

export type EventKind = keyof typeof EVENT_DATA

/** Names the schema of a kind of event; its last part is raised when a member is taken away or changes its meaning. */
export function dataSchemaOf<Kind extends EventKind>(kind: Kind): `urn:sluice:event:${Kind}:1` {
  return `urn:sluice:event:${kind}:1`
}

/**
 * A CloudEvent in structured form (CloudEvents 1.0.2, JSON format), with the extensions `partitionkey` and `sequence`
 * of its documented extensions and two of our own. Never content, and no text of a caller but a masked reason.
 */
function eventOf<Kind extends EventKind, Type extends z.ZodType<string>>(kind: Kind, type: Type) {
  return z.object({
    specversion: z.literal('1.0'),
    id: z.string().describe('`record_id`, a dot, and the place of the event among those of its record, from 0.'),
    source: z.templateLiteral(['urn:sluice:', z.string().min(1)]).describe('The service.'),
    type,
    subject: z.string().optional().describe('The user whom it is about.'),
    time: z.iso.datetime(),
    datacontenttype: z.literal('application/json'),
    dataschema: z.literal(dataSchemaOf(kind)),
    partitionkey: z.string().describe('The session, else tenant and user: events with one key keep their order.'),
    sequence: z
      .string()
      .regex(/^\d{16}$/)
      .optional()
      .describe('Counts the events of a session from 1 on without a gap; absent without a session.'),
    tenant: z.string(),
    severity: z.int().min(0).max(10).describe("CEF's scale: 7 to 8 is high, 9 to 10 very high."),
    data: EVENT_DATA[kind],
  })
}

/** One schema for each kind of event. */
const EVENT_SCHEMAS = {
  'layer.decided': eventOf('layer.decided', z.literal('sluice.layer.decided')),
  'layer.alerted': eventOf('layer.alerted', z.literal('sluice.layer.alerted')),
  'request.ended': eventOf('request.ended', z.literal('sluice.request.ended')),
  'requests.refused': eventOf('requests.refused', z.literal('sluice.requests.refused')),
  control: eventOf('control', z.templateLiteral(['sluice.control.', z.enum(CONTROL_EVENTS)])),
  'session.clearance': eventOf('session.clearance', z.literal('sluice.session.clearance')),
  'record.unreadable': eventOf('record.unreadable', z.literal('sluice.record.unreadable')),
} as const

/** Any event, as those who receive it may check it. */
export const sluiceEventSchema = z.union(Object.values(EVENT_SCHEMAS))

type EventsByKind = { readonly [Kind in EventKind]: z.infer<(typeof EVENT_SCHEMAS)[Kind]> }

export type LayerDecidedEvent = EventsByKind['layer.decided']
export type RequestEndedEvent = EventsByKind['request.ended']

/** What Kafka and the SIEM get: one layer's decision, the end of a request, one act, or a count of refusals. */
export type SluiceEvent = EventsByKind[EventKind]
