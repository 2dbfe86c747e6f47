import {
  type AlertRecord,
  type ClearanceRecord,
  type ControlRecord,
  digestOfTile,
  type RefusalsRecord,
  type RequestRecord,
  type SensitivityTile,
  sluiceEventSchema,
} from '@sluice/contracts'
import { describe, expect, it } from 'vitest'
import { auditEntryOf } from './audit-entry.ts'
import { eventsOf } from './events-of.ts'
import { unreadableRecord } from './unreadable-record.ts'

const tile: Omit<SensitivityTile, 'digest'> = {
  ...{ level: 4, categories: { PII: 2, PHI: 0, PCI: 0, SECRET: 0, CODENAME: 0 } },
  ...{ reidentificationRisk: 0.4, flags: ['f'] },
}
const violation = { policy_id: 'jailbreak', layer: 'L1', action: 'observed', severity: 'high', message: 'm' } as const

const request: RequestRecord = {
  ...{ kind: 'request', version: 3, id: 'i', request_id: 'r', time_ms: 1_700_000_000_000, tenant: 'acme' },
  ...{ sub: 'alice', session_id: 7, model: 'gpt-test', policy_version: 'p', outcome: 'answered', cache_hit: false },
  ...{ action: 'B', tile: { ...tile, digest: digestOfTile(tile) }, endpoint: 'e' },
  layers: [
    { layer: 'L0', outcome: 'allow', duration_ms: 0.1, findings: 0 },
    { layer: 'L1', outcome: 'allow', duration_ms: 0.2, findings: 1 },
    { layer: 'L7', outcome: 'allow', duration_ms: 0, findings: 0 },
    { layer: 'L5', outcome: 'answer', duration_ms: 0, findings: 0 },
    { layer: 'L7', outcome: 'transform', duration_ms: 0, findings: 0 },
    { layer: 'L4', outcome: 'transform', duration_ms: 0, findings: 0 },
    { layer: 'L6', outcome: 'transform', duration_ms: 0, findings: 0 },
  ],
  violations: [violation],
  ...{ commitment: 'c'.repeat(43), sealed_opening: 'k1.a.b.c' },
}

const control: ControlRecord = {
  ...{ kind: 'control', version: 1, id: 'c', event: 'user.frozen', severity: 'critical', time_ms: 5 },
  ...{ service: 'admin', actor: 'user:carol', tenant: 'acme', sub: 'alice', details: { sessions: 2 } },
}

const alert: AlertRecord = {
  ...{ kind: 'alert', version: 1, id: 'a', request_record_id: 'i', request_id: 'r', time_ms: 5, tenant: 'acme' },
  ...{ sub: 'alice', session_id: 7, model: 'gpt-test', policy_version: 'p', layer: 'L1', violations: [violation] },
}

const digest = 'A'.repeat(43)
const clearance: ClearanceRecord = {
  ...{ kind: 'clearance', version: 1, id: 'l', time_ms: 5, tenant: 'acme', sub: 'alice', session_id: 7 },
  ...{
    username: 'alice',
    client: 'app',
    roles: [],
    groups: ['staff'],
    departments: [],
    policy_version: 'p',
    clearance: 6,
  },
  basis: {
    ...{ id: 'l', policies: digest, schema: digest, registry: digest, entities: digest, claims: digest },
    ...{ masked: digest, shift: digest, opening: digest },
  },
  sealed_opening: 'k1.a.b.c',
}

const refusals: RefusalsRecord = {
  ...{ kind: 'refusals', version: 1, id: 'x', tenant: 'acme', code: 'invalid_token', count: 12 },
  ...{ first_ms: 1, time_ms: 2, peer: '192.0.2.0/24' },
}

describe('the events of a request', () => {
  const events = eventsOf({ record: request, sequence: 41 })

  it('are one for each layer that decided and one for its end, numbered in their order', () => {
    expect(events.map(({ id, sequence, type }) => [id, sequence, type])).toEqual([
      ...['i.0', 'i.1', 'i.2', 'i.3', 'i.4', 'i.5'].map((id, at) => [
        id,
        `00000000000000${41 + at}`,
        'sluice.layer.decided',
      ]),
      ['i.6', '0000000000000047', 'sluice.request.ended'],
    ])
    expect(eventsOf({ record: { ...request, layers: [] } }).map(({ id, sequence }) => [id, sequence])).toEqual([
      ['i.0', undefined],
    ])
  })

  it('say which layer violated what, on which way, and how sensitive the request is', () => {
    const decisions = events.map(({ severity, data }) => ({ severity, ...data }))
    expect(decisions[1]).toMatchObject({ layer: 'L1', severity: 7, level: 4, findings: 1, policy_digest: 'p' })
    expect(decisions[1]).toMatchObject({
      violations: [{ policy_id: 'jailbreak', action: 'observed', severity: 'high' }],
    })
    expect(decisions.filter((data) => 'direction' in data && data.direction === 'response')).toMatchObject([
      { layer: 'L7', outcome: 'transform' },
      { layer: 'L4' },
    ])
    expect(decisions[3]).toMatchObject({ layer: 'L5', endpoint: 'e' })
    expect(decisions[6]).toMatchObject({
      severity: 1,
      outcome: 'answered',
      duration_ms: 0.3,
      findings: 1,
      violations: [],
    })
    expect(decisions[6]).toMatchObject({ tile: { level: 4, categories: { PII: 2 }, reidentification_risk: 0.4 } })
  })

  it('tell of a violation whose layer has no event at the end', () => {
    const refused: RequestRecord = { ...request, layers: [], outcome: 'denied', code: 'model_not_found' }
    expect(eventsOf({ record: refused })).toMatchObject([
      { severity: 7, data: { violations: [{ policy_id: 'jailbreak' }] } },
    ])
  })

  it('name the alert that told of a violation before', () => {
    const told = eventsOf({ record: { ...request, alerts: [{ layer: 'L1', id: 'a' }] } })
    expect(told.map(({ data }) => ('alert_ids' in data ? data.alert_ids : undefined))).toEqual([
      ...[undefined, ['a'], undefined, undefined, undefined, undefined, undefined],
    ])
  })
})

describe('every event', () => {
  it.each([
    ['a request', request],
    ['an act', control],
    ['an act of a session', { ...control, session_id: 7, event: 'session.frozen' }],
    ['an alert', alert],
    ['a clearance', clearance],
    ['refusals of nobody known', refusals],
    ['refusals of a user', { ...refusals, peer: undefined, sub: 'bob' }],
    ['an entry that nobody can read', unreadableRecord('1700000000000-0')],
  ] as const)('of %s is a CloudEvent as its schema says, and gives the trail its severity', (_what, record) => {
    const events = eventsOf({ record, sequence: 'session_id' in record ? 1 : undefined })
    for (const event of events) expect(sluiceEventSchema.parse(event)).toEqual(event)
    expect(auditEntryOf(record).severity).toBe(Math.max(...events.map(({ severity }) => severity)))
    expect(auditEntryOf(record).id).toBe(events[0]?.data.record_id)
  })

  it('has the key that keeps its order', () => {
    const keyOf = (record: Parameters<typeof eventsOf>[0]['record']) => eventsOf({ record })[0]?.partitionkey
    expect([keyOf(request), keyOf(control), keyOf(refusals)]).toEqual(['7', 'acme/alice', 'acme'])
  })
})

describe('an entry of the audit trail', () => {
  it.each([
    [[], 'answered', 1],
    [['masked', 'critical'], 'answered', 3],
    [['observed', 'medium'], 'answered', 5],
    [['blocked', 'high'], 'denied', 7],
    [['blocked', 'critical'], 'denied', 9],
    [[], 'held', 5],
  ] as const)('with a violation %j and the outcome %s has the severity %d', ([action, severity], outcome, expected) => {
    const violations = action === undefined ? [] : [{ ...violation, action, severity: severity ?? 'low' }]
    expect(auditEntryOf({ ...request, outcome, violations }).severity).toBe(expected)
  })

  it('counts repeated refusals as one', () => {
    expect(auditEntryOf(refusals)).toMatchObject({ type: 'request.refused', severity: 4, code: 'invalid_token' })
  })

  it('of what nobody can read has the time and the id of its entry', () => {
    const [one, again, other] = ['1700000000000-0', '1700000000000-0', '1700000000000-1'].map(unreadableRecord)
    expect(one).toEqual(again)
    expect(one).toMatchObject({ time_ms: 1_700_000_000_000 })
    expect(other?.id).not.toBe(one?.id)
  })
})
