import { z } from 'zod'
import { type ActionCategory, actionCategorySchema } from './action.ts'
import { REASON_MAX_LENGTH } from './control-record.ts'
import { CATEGORIES, type Category } from './entity.ts'
import { type PolicyViolation, policyViolationSchema, type SensitivityTile } from './finding.ts'
import {
  idOfCommitment,
  LAYER_OUTCOMES,
  type LayerEvent,
  REQUEST_OUTCOMES,
  type RequestRecord,
} from './layer-record.ts'
import { LAYER_IDS, layerIdSchema } from './layers.ts'
import { levelSchema } from './level.ts'
import { lowestPermitted, type RequestEvidence, requestEvidenceSchema } from './request-evidence.ts'
import { residualTypesSchema } from './residual.ts'
import { readThreat, storedThreat, storedThreatSchema } from './stored-threat.ts'
import { digestOfTile } from './tile-digest.ts'
import { readUsage, storedUsage, storedUsageSchema } from './usage.ts'

/** The record without what commits to it. Facts with evidence are of version 4, others of version 3. */
export type RequestFacts = Omit<RequestRecord, 'commitment' | 'sealed_opening' | 'version'>

/** The record of one request as the outbox stores it. */
export interface StoredRequest {
  readonly kind: 'request'
  readonly tenant: string
  readonly sub: string
  readonly session_id: number
  /** How many events the record becomes; every other kind of record becomes one. */
  readonly events: number
  /** The facts in few bytes, as `encodeRequestFacts` writes them. */
  readonly facts: string
  /** SHA-256, base64url, over the opening, a line feed and the letters of `facts`. */
  readonly commitment: string
  /** The opening, sealed: as `evidence-opening.ts` writes it; before version 4 a salt and the delivered digests. */
  readonly sealed_opening: string
}

/** One letter for each outcome of a layer. */
const OUTCOME_LETTERS = {
  allow: 'a',
  transform: 't',
  answer: 'r',
  hold: 'h',
  deny: 'd',
  error: 'e',
  timeout: 'o',
} as const satisfies Readonly<Record<(typeof LAYER_OUTCOMES)[number], string>>

/** `2a31+2`: L2 allowed after 31 microseconds with two findings. No findings are not written. */
const STORED_EVENT = /^([0-7])([atrhdeo])(\d{1,12})(?:\+(\d{1,9}))?$/

const count = z.number().int().nonnegative()

/** The stored form of the facts: names of one letter, so that a record is short and can still be read by eye. */
const storedFactsSchema = z.strictObject({
  /** `version` */
  v: z.union([z.literal(2), z.literal(3), z.literal(4)]),
  /** `id`, from version 3 on. */
  k: z.string().optional(),
  /** `request_id` */
  i: z.string(),
  /** `time_ms` */
  t: z.number().int(),
  /** `tenant` */
  n: z.string(),
  /** `sub` */
  u: z.string(),
  /** `session_id` */
  s: z.number().int(),
  /** `model` */
  m: z.string(),
  /** `policy_version` */
  p: z.string(),
  /** `outcome` */
  o: z.enum(REQUEST_OUTCOMES),
  /** `code` */
  c: z.string().optional(),
  /** `action` */
  a: actionCategorySchema.optional(),
  /** `tile`: level, counts in the order of `CATEGORIES`, risk, flags. The digest follows from them. */
  d: z
    .tuple([levelSchema, z.array(count).length(CATEGORIES.length), z.number().min(0).max(1), z.array(z.string())])
    .optional(),
  /** `endpoint` */
  e: z.string().optional(),
  /** `cache_hit`, written where it is true. */
  h: z.literal(1).optional(),
  /** `usage` */
  q: storedUsageSchema.optional(),
  /** `layers`, separated by blanks. */
  l: z.string(),
  /** `violations`: policy, layer, action, severity, message; left out where there are none. */
  x: z
    .array(
      z.tuple([
        policyViolationSchema.shape.policy_id,
        policyViolationSchema.shape.layer,
        policyViolationSchema.shape.action,
        policyViolationSchema.shape.severity,
        policyViolationSchema.shape.message,
      ]),
    )
    .optional(),
  /** `alerts`: layer and id. */
  w: z.array(z.tuple([layerIdSchema, z.string()])).optional(),
  /** `reason` */
  r: z.string().max(REASON_MAX_LENGTH).optional(),
  /** `residual`, by type */
  y: residualTypesSchema.optional(),
  /** `threats`: technique, position, start, end, confidence to the hundredth. */
  f: z.array(storedThreatSchema).optional(),
  /** `evidence`: kind, basis, endpoints, residual, masked, shift. The permitted level follows from the endpoints. */
  g: z
    .tuple([
      z.enum(['a', 'r']),
      requestEvidenceSchema.shape.basis,
      requestEvidenceSchema.shape.endpoints,
      requestEvidenceSchema.shape.residual,
      requestEvidenceSchema.shape.masked,
      requestEvidenceSchema.shape.shift,
    ])
    .optional(),
})

type StoredFacts = z.infer<typeof storedFactsSchema>

/** How many events a request with these layers becomes: L6's event is that of the end, and there is always one. */
export function countEvents(layers: readonly LayerEvent[]): number {
  let count = 1
  for (const { layer } of layers) if (layer !== 'L6') count += 1
  return count
}

/** Writes the facts of a request in their stored form: JSON without a line feed. Durations keep microseconds. */
export function encodeRequestFacts(facts: RequestFacts): string {
  const { code, action, tile, endpoint, usage, violations, alerts, reason, residual, threats, evidence } = facts
  const stored: StoredFacts = {
    v: evidence === undefined ? 3 : 4,
    k: facts.id,
    i: facts.request_id,
    t: facts.time_ms,
    n: facts.tenant,
    u: facts.sub,
    s: facts.session_id,
    m: facts.model,
    p: facts.policy_version,
    o: facts.outcome,
    // JSON leaves out what is undefined.
    c: code,
    a: action,
    d: tile && storedTile(tile),
    e: endpoint,
    h: facts.cache_hit ? 1 : undefined,
    q: usage && storedUsage(usage),
    l: storedEvents(facts.layers),
    x: violations.length === 0 ? undefined : violations.map(storedViolation),
    w: alerts?.map(({ layer, id }) => [layer, id] satisfies NonNullable<StoredFacts['w']>[number]),
    r: reason,
    y: residual,
    f: threats?.map(storedThreat),
    g: evidence && storedEvidence(evidence),
  }
  return JSON.stringify(stored)
}

/**
 * Reads the record of a request from its stored form.
 *
 * @throws {UnreadableRecord} where the facts have another form; its message quotes nothing of them.
 */
export function readStoredRequest({ facts, commitment, sealed_opening }: Proven): RequestRecord {
  const stored = storedFactsSchema.safeParse(parseJson(facts))
  if (!stored.success) throw new UnreadableRecord()
  const { v, k, i, t, n, u, s, m, p, o, c, a, d, e, h, q, l, x, w, r, y, f, g } = stored.data
  if ((v === 4) !== (g !== undefined)) throw new UnreadableRecord()
  return {
    ...{
      kind: 'request',
      version: v,
      id: k ?? idOfCommitment(commitment),
      request_id: i,
      time_ms: t,
      tenant: n,
      sub: u,
      session_id: s,
      model: m,
    },
    ...{ policy_version: p, outcome: o },
    ...optionalFacts(c, a, d, e, q),
    cache_hit: h === 1,
    layers: l === '' ? [] : l.split(' ').map(readEvent),
    violations: (x ?? []).map(([policy_id, layer, action, severity, message]) => ({
      ...{ policy_id, layer, action, severity, message },
    })),
    ...(w === undefined ? {} : { alerts: w.map(([layer, id]) => ({ layer, id })) }),
    ...(r === undefined ? {} : { reason: r }),
    ...(y === undefined ? {} : { residual: y }),
    ...(f === undefined ? {} : { threats: f.map(readThreat) }),
    ...(g === undefined ? {} : { evidence: readEvidence(g) }),
    ...{ commitment, sealed_opening },
  }
}

type Proven = Pick<StoredRequest, 'facts' | 'commitment' | 'sealed_opening'>

/** A stored record has another form than this version writes. */
class UnreadableRecord extends Error {
  override readonly name = 'UnreadableRecord'

  constructor() {
    super('A stored record of a request has another form than this version writes.')
  }
}

function storedTile({ level, categories, reidentificationRisk, flags }: SensitivityTile): StoredFacts['d'] {
  return [level, CATEGORIES.map((category) => categories[category]), reidentificationRisk, flags]
}

function storedEvents(events: readonly LayerEvent[]): string {
  let text = ''
  for (const { layer, outcome, duration_ms, findings } of events) {
    if (text !== '') text += ' '
    text += layer.slice(1) + OUTCOME_LETTERS[outcome] + Math.round(duration_ms * 1_000)
    if (findings > 0) text += `+${findings}`
  }
  return text
}

function storedViolation({ policy_id, layer, action, severity, message }: PolicyViolation) {
  return [policy_id, layer, action, severity, message] satisfies NonNullable<StoredFacts['x']>[number]
}

function storedEvidence({ kind, basis, endpoints, residual, masked, shift }: RequestEvidence): StoredFacts['g'] {
  return [kind === 'answered' ? 'a' : 'r', basis, endpoints, residual, masked, shift]
}

function readEvidence([letter, basis, endpoints, residual, masked, shift]: NonNullable<StoredFacts['g']>) {
  const kind = letter === 'a' ? ('answered' as const) : ('refused' as const)
  return { kind, basis, endpoints, permitted: lowestPermitted(endpoints), residual, masked, shift }
}

function optionalFacts(
  code: string | undefined,
  action: ActionCategory | undefined,
  tile: StoredFacts['d'],
  endpoint: string | undefined,
  usage: StoredFacts['q'],
): Pick<RequestFacts, 'code' | 'action' | 'tile' | 'endpoint' | 'usage'> {
  return {
    ...(code === undefined ? {} : { code }),
    ...(action === undefined ? {} : { action }),
    ...(tile === undefined ? {} : { tile: readTile(tile) }),
    ...(endpoint === undefined ? {} : { endpoint }),
    ...(usage === undefined ? {} : { usage: readUsage(usage) }),
  }
}

function readTile([level, counts, reidentificationRisk, flags]: NonNullable<StoredFacts['d']>): SensitivityTile {
  const categories: Record<Category, number> = { PII: 0, PHI: 0, PCI: 0, SECRET: 0, CODENAME: 0 }
  for (const [at, category] of CATEGORIES.entries()) categories[category] = counts[at] ?? 0
  const tile = { level, categories, reidentificationRisk, flags }
  return { ...tile, digest: digestOfTile(tile) }
}

function readEvent(text: string): LayerEvent {
  const [, digit, letter, microseconds, findings = '0'] = STORED_EVENT.exec(text) ?? []
  const layer = LAYER_IDS.find((id) => id.slice(1) === digit)
  const outcome = LAYER_OUTCOMES.find((known) => OUTCOME_LETTERS[known] === letter)
  if (layer === undefined || outcome === undefined) throw new UnreadableRecord()
  return { layer, outcome, duration_ms: Number(microseconds) / 1_000, findings: Number(findings) }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // The parser's own message quotes the text.
    throw new UnreadableRecord()
  }
}
