import { hash } from 'node:crypto'
import type { Anomaly, AnomalyKind, ControlRecord, OutboxRecord, RequestRecord } from '@sluice/contracts'
import type { EnrichmentConfig } from './enrichment-config.ts'
import type { RecentMarks } from './recent-marks.ts'

type Thresholds = Pick<
  EnrichmentConfig,
  'ANOMALY_WINDOW_MS' | 'ANOMALY_JAILBREAKS' | 'ANOMALY_MOSAIC_REQUESTS' | 'ANOMALY_MOSAIC_RISK'
>

/** As L2 writes it into the sensitivity tile. */
const HIGH_RISK_FLAG = 'high-reidentification-risk'
const JAILBREAK = 'jailbreak_detected'
const BREAK_GLASS = new Set(['break_glass.opened', 'break_glass.confirmed', 'break_glass.revealed'])
const HELD_PULL = 'directory.held'

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
        findMosaic(record, marks, thresholds),
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

/**
 * Several requests of a session, none of which identifies a person by itself, that do so together: the risk that not
 * all of them fail to.
 */
async function findMosaic(
  record: RequestRecord,
  marks: RecentMarks,
  { ANOMALY_WINDOW_MS, ANOMALY_MOSAIC_REQUESTS, ANOMALY_MOSAIC_RISK }: Thresholds,
): Promise<Anomaly | undefined> {
  const { tile, session_id, id, time_ms } = record
  const risk = tile?.reidentificationRisk ?? 0
  if (tile === undefined || risk <= 0 || tile.flags.includes(HIGH_RISK_FLAG)) return undefined
  const noted = await marks.note(`mosaic:${session_id}`, `${id} ${risk}`, time_ms)
  const risks = noted.map((mark) => Number(mark.split(' ')[1]))
  const together = 1 - risks.reduce((none, one) => none * (1 - one), 1)
  if (risks.length < ANOMALY_MOSAIC_REQUESTS || together < ANOMALY_MOSAIC_RISK) return undefined
  if (!(await marks.mayTell(`mosaic:${session_id}`, id))) return undefined
  return anomalyOf('mosaic_pattern', record, {
    ...{ ...aboutRequest(record), count: risks.length, window_seconds: secondsOf(ANOMALY_WINDOW_MS) },
    ...{ reidentification_risk: together, level: tile.level },
  })
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
  const kind = BREAK_GLASS.has(event) ? 'break_glass_used' : event === HELD_PULL ? 'mass_revocation_held' : undefined
  // A drill works on synthetic values.
  if (kind === undefined || details?.['drill'] === true) return []
  const revoked: unknown = details?.['revoked']
  const facts: Facts = {
    ...{ tenant, actor, event },
    ...(sub === undefined ? {} : { sub }),
    ...(session_id === undefined ? {} : { session_id }),
    ...(request_id === undefined ? {} : { request_id }),
    ...(typeof revoked === 'number' && Number.isInteger(revoked) && revoked > 0 ? { count: revoked } : {}),
  }
  return [anomalyOf(kind, record, facts)]
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
