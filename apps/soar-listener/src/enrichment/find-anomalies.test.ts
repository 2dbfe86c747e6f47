import { anomalySchema, type OutboxRecord, type RequestRecord, type SensitivityTile } from '@sluice/contracts'
import { controlRecordForTests, requestRecordForTests } from '@sluice/outbox/testing'
import { createRedis, waitForRedis } from '@sluice/redis'
import { type RedisLease, startRedis } from '@sluice/testkit'
import type { Redis } from 'ioredis'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { findAnomalies } from './find-anomalies.ts'
import { createRecentMarks, type RecentMarks } from './recent-marks.ts'

const THRESHOLDS = {
  ANOMALY_WINDOW_MS: 60_000,
  ANOMALY_JAILBREAKS: 3,
}

let lease: RedisLease
let redis: Redis
let marks: RecentMarks
beforeAll(async () => {
  lease = await startRedis()
  redis = createRedis(lease.url)
  await waitForRedis(redis, 5_000)
}, 300_000)
beforeEach(async () => {
  await redis.flushdb()
  marks = createRecentMarks(redis, THRESHOLDS.ANOMALY_WINDOW_MS)
})
afterAll(async () => {
  redis?.disconnect()
  await lease?.stop()
})

let made = 0
function request(changes: Partial<RequestRecord> = {}): RequestRecord {
  made += 1
  const { tile: _tile, code: _code, ...plain } = requestRecordForTests
  return { ...plain, id: `r-${made}`, sub: 'alice', session_id: 7, time_ms: 1_000_000 + made, ...changes }
}

function withRisk(reidentificationRisk: number, flags: string[] = []): Partial<RequestRecord> {
  const categories = { PII: 2, PHI: 0, PCI: 0, SECRET: 0, CODENAME: 0 }
  const tile: SensitivityTile = { level: 3, categories, reidentificationRisk, flags, digest: 'd' }
  return { tile }
}

const attempt = (changes: Partial<RequestRecord> = {}) =>
  request({ outcome: 'denied', code: 'jailbreak_detected', ...changes })

/** The anomalies of records, one after another; each must have the form that is published. */
async function find(...records: readonly OutboxRecord[]) {
  const found = []
  for (const record of records) {
    for (const anomaly of await findAnomalies(record, marks, THRESHOLDS))
      found.push(anomalySchema.strict().parse(anomaly))
  }
  return found
}

const kindsOf = async (...records: readonly OutboxRecord[]) => (await find(...records)).map(({ data }) => data.anomaly)

describe('the anomalies of requests', () => {
  it('are none in everyday requests', async () => {
    expect(
      await find(request(), request(withRisk(0.1)), attempt(), request({ outcome: 'denied', code: 'content_blocked' })),
    ).toEqual([])
  })

  it('tell of a high risk of re-identification, once for a session', async () => {
    const risky = withRisk(0.95, ['high-reidentification-risk'])
    const found = await find(request(risky), request(risky), request({ ...risky, session_id: 8 }))
    expect(found.map(({ data }) => [data.anomaly, data.session_id])).toEqual([
      ['high_reidentification_risk', 7],
      ['high_reidentification_risk', 8],
    ])
    expect(found[0]).toMatchObject({ data: { reidentification_risk: 0.95, level: 3, tenant: 'acme', sub: 'alice' } })
  })

  it('tell of a user who tries jailbreaks again and again, counted refusals included', async () => {
    expect(await kindsOf(attempt({ session_id: 1 }), attempt({ session_id: 2 }))).toEqual([])
    const others = attempt({ sub: 'bob' })
    const refusals: OutboxRecord = {
      ...{ kind: 'refusals', version: 1, id: 'f-1', tenant: 'acme', sub: 'alice', code: 'jailbreak_detected' },
      ...{ count: 40, first_ms: 1_000_000, time_ms: 1_000_100 },
    }
    const found = await find(others, refusals, attempt())
    expect(found).toHaveLength(1)
    expect(found[0]?.data).toMatchObject({ anomaly: 'repeated_jailbreak_attempts', sub: 'alice', count: 42 })
  })

  it('are the same where a record comes again, as it does when a process ends in between', async () => {
    const records = [attempt(), attempt(), attempt()]
    const first = await find(...records)
    expect(first).toHaveLength(1)
    expect(await find(...records)).toEqual(first)
  })
})

describe('the anomalies of the control plane', () => {
  const act = (event: 'break_glass.revealed' | 'directory.held' | 'user.frozen') => ({
    ...{ ...controlRecordForTests, event, details: { revoked: 120 } },
  })

  it('tell of the use of break-glass and of a mass revocation that is held back', async () => {
    const found = await find(act('break_glass.revealed'), act('directory.held'), act('user.frozen'))
    expect(found.map(({ data }) => [data.anomaly, data.event, data.actor])).toEqual([
      ['break_glass_used', 'break_glass.revealed', 'user:ciso'],
      ['mass_revocation_held', 'directory.held', 'user:ciso'],
    ])
    expect(found[1]?.data.count).toBe(120)
  })

  it('tell of a mosaic that a gateway has found', async () => {
    const details = { scope: 'session', anonymity_set: 4, bound: 20, attributes: 'place sex' }
    const about = { sub: 'alice', session_id: 7, actor: 'user:alice' }
    const found = await find({ ...controlRecordForTests, event: 'mosaic.found', ...about, details })
    expect(found).toMatchObject([
      { data: { anomaly: 'mosaic_pattern', ...about, anonymity_set: 4, reidentification_risk: 0.25 } },
    ])
  })

  it('tell nothing of a drill', async () => {
    expect(await find({ ...act('break_glass.revealed'), details: { drill: true } })).toEqual([])
  })

  it('hold no reason that somebody has written', async () => {
    expect(JSON.stringify(await find(act('break_glass.revealed')))).not.toContain(controlRecordForTests.reason)
  })
})
