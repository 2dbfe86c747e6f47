import { hash } from 'node:crypto'
import {
  type Anomaly,
  type AnomalyKind,
  type ControlRecord,
  HIGH_RISK_FLAG,
  type OutboxRecord,
  type RequestRecord,
} from '@sluice/contracts'
import type { EnrichmentConfig } from './enrichment-config.ts'
import type { RecentMarks } from './recent-marks.ts'

type Thresholds = Pick<EnrichmentConfig, 'ANOMALY_WINDOW_MS' | 'ANOMALY_JAILBREAKS'>

const JAILBREAK = 'jailbreak_detected'
const BREAK_GLASS = new Set(['break_glass.opened', 'break_glass.confirmed', 'break_glass.revealed'])
const HELD_PULL = 'directory.held'
/** A gateway records it once for a session or a day. */
const MOSAIC = 'mosaic.found'

type Facts = Omit<Anomaly['data'], 'anomaly' | 'id' | 'record_id'>

/**
 * Finds the anomalies that a record completes. It looks at ids, counts and levels only, and gives the same for the same
 * record, however often it is asked. Throws `dependency_unavailable`.
 */
export async function findAnomalies(
  record: OutboxRecord,
  marks: RecentMarks,
  thresholds: Thresholds,
): Promise<readonly Anomaly[]> {
  switch (record.kind) {
    case 'request': {
      const found = await Promise.all([
        findHighRisk(record, marks),
        record.code === JAILBREAK ? findJailbreaks(record, 1, marks, thresholds) : undefined,
      ])
      return found.filter((anomaly) => anomaly !== undefined)
    }
    case 'refusals': {
      if (record.code !== JAILBREAK || record.sub === undefined) return []
      const found = await findJailbreaks({ ...record, sub: record.sub }, record.count, marks, thresholds)
      return found === undefined ? [] : [found]
    }
    case 'control':
      return findActs(record)
    case 'alert':
    // The request's own record tells of it again.
    case 'clearance':
      return []
  }
}

async function findHighRisk(record: RequestRecord, marks: RecentMarks): Promise<Anomaly | undefined> {
  const { tile, session_id } = record
  if (!tile?.flags.includes(HIGH_RISK_FLAG) || !(await marks.mayTell(`risk:${session_id}`, record.id))) return undefined
  const facts = { ...aboutRequest(record), reidentification_risk: tile.reidentificationRisk, level: tile.level }
  return anomalyOf('high_reidentification_risk', record, facts)
}

interface Attempts {
  readonly id: string
  readonly tenant: string
  readonly sub: string
  readonly time_ms: number
  readonly session_id?: number
  readonly request_id?: string
}

async function findJailbreaks(
  record: Attempts,
  count: number,
  marks: RecentMarks,
  { ANOMALY_WINDOW_MS, ANOMALY_JAILBREAKS }: Thresholds,
): Promise<Anomaly | undefined> {
  const key = `jailbreaks:${hash('sha256', JSON.stringify([record.tenant, record.sub]), 'base64url')}`
  const noted = await marks.note(key, `${record.id} ${count}`, record.time_ms)
  const attempts = noted.reduce((sum, mark) => sum + Number(mark.split(' ')[1]), 0)
  if (attempts < ANOMALY_JAILBREAKS || !(await marks.mayTell(key, record.id))) return undefined
  const facts = { ...aboutRequest(record), count: attempts, window_seconds: secondsOf(ANOMALY_WINDOW_MS) }
  return anomalyOf('repeated_jailbreak_attempts', record, facts)
}

/** Acts that are rare by themselves: each is told. */
function findActs(record: ControlRecord): readonly Anomaly[] {
  const { event, actor, tenant, sub, session_id, request_id, details } = record
  const kind = kindOfAct(event)
  // A drill works on synthetic values.
  if (kind === undefined || details?.['drill'] === true) return []
  const revoked = positive(details?.['revoked'])
  const people = kind === 'mosaic_pattern' ? positive(details?.['anonymity_set']) : undefined
  const facts: Facts = {
    ...{ tenant, actor, event },
    ...(sub === undefined ? {} : { sub }),
    ...(session_id === undefined ? {} : { session_id }),
    ...(request_id === undefined ? {} : { request_id }),
    ...(revoked === undefined ? {} : { count: revoked }),
    ...(people === undefined
      ? {}
      : { anonymity_set: people, reidentification_risk: Math.round(1_000 / people) / 1_000 }),
  }
  return [anomalyOf(kind, record, facts)]
}

function kindOfAct(event: ControlRecord['event']): AnomalyKind | undefined {
  if (BREAK_GLASS.has(event)) return 'break_glass_used'
  if (event === MOSAIC) return 'mosaic_pattern'
  return event === HELD_PULL ? 'mass_revocation_held' : undefined
}

function positive(detail: unknown): number | undefined {
  return typeof detail === 'number' && Number.isInteger(detail) && detail > 0 ? detail : undefined
}

function aboutRequest({ tenant, sub, session_id, request_id }: Omit<Attempts, 'id' | 'time_ms'>): Facts {
  return {
    ...{ tenant, sub },
    ...(session_id === undefined ? {} : { session_id }),
    ...(request_id === undefined ? {} : { request_id }),
  }
}

function anomalyOf(
  kind: AnomalyKind,
  { id, time_ms }: { readonly id: string; readonly time_ms: number },
  facts: Facts,
): Anomaly {
  return {
    type: `sluice.anomaly.${kind}`,
    timestamp: new Date(time_ms).toISOString(),
    data: { anomaly: kind, id: `${id}.${kind}`, record_id: id, ...facts },
  }
}

function secondsOf(ms: number): number {
  return Math.max(1, Math.round(ms / 1_000))
}
