import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import {
  type ControlRecord,
  canonicalJson,
  controlRecordSchema,
  type RequestRecord,
  type SluiceEvent,
  type TrailRecord,
} from '@sluice/contracts'
import { Ajv } from 'ajv'
import { describe, expect, it } from 'vitest'
import { eventsOf } from './events-of.ts'
import { toOcsf } from './ocsf.ts'
import { unreadableRecord } from './unreadable-record.ts'

const CONTROL_EVENTS = controlRecordSchema.shape.event.options
const LAYER_OUTCOMES = ['allow', 'transform', 'answer', 'hold', 'deny', 'error', 'timeout'] as const

// Strictly: an attribute that the schema does not name is a fault.
const validate = new Ajv({ allErrors: true }).compile(
  JSON.parse(readFileSync(new URL('testing/ocsf-1.9.0.json', import.meta.url), 'utf8')),
)
const entry = { log: 'audit.example/log', commitment: new Uint8Array(32).fill(0xab) }

const request: RequestRecord = {
  ...{ kind: 'request', version: 3, id: 'i-1', request_id: 'r-1', time_ms: 1_700_000_000_000, tenant: 'acme' },
  ...{ sub: 'alice', session_id: 7, model: 'gpt-test', policy_version: 'p', outcome: 'answered', cache_hit: false },
  ...{ action: 'B', endpoint: 'eu-1', reason: 'For a test.' },
  tile: {
    level: 3,
    categories: { PII: 1, PHI: 0, PCI: 0, SECRET: 0, CODENAME: 0 },
    reidentificationRisk: 0.5,
    flags: ['x'],
    digest: 'd',
  },
  layers: [
    ...LAYER_OUTCOMES.map((outcome) => ({ layer: 'L1' as const, outcome, duration_ms: 0.25, findings: 0 })),
    { layer: 'L3', outcome: 'transform', duration_ms: 1, findings: 2 },
    { layer: 'L5', outcome: 'allow', duration_ms: 1, findings: 0 },
  ],
  violations: [
    { policy_id: 'mask-us-ssn', layer: 'L3', action: 'masked', severity: 'high', message: '1 value.' },
    { policy_id: 'mask-name', layer: 'L3', action: 'masked', severity: 'low', message: '1 value.' },
  ],
  ...{ commitment: 'c'.repeat(43), sealed_opening: 'k1.a.b.c' },
}

const controls = CONTROL_EVENTS.map(
  (event): ControlRecord => ({
    ...{ kind: 'control', version: 1, id: `c-${event}`, event, severity: 'critical', time_ms: 1_700_000_000_000 },
    ...{ service: 'admin', actor: 'user:carol', tenant: 'acme', sub: 'alice', session_id: 7 },
    ...{ reason: 'Stolen.', incident_id: 'INC-1', details: { count: 3 } },
  }),
)

const records: readonly TrailRecord[] = [
  request,
  { ...request, violations: [] },
  ...(['held', 'denied', 'failed', 'aborted'] as const).map(
    (outcome): RequestRecord => ({ ...request, outcome, code: 'policy_denied', layers: [], tile: undefined }),
  ),
  ...controls,
  ...controls.map(({ sub, session_id, reason, ...rest }) => rest),
  {
    ...{ kind: 'refusals', version: 1, id: 'f-1', tenant: 'acme', peer: '203.0.113.0/24', code: 'invalid_token' },
    ...{ count: 12, first_ms: 1_700_000_000_000, time_ms: 1_700_000_060_000 },
  },
  {
    ...{ kind: 'alert', version: 1, id: 'a-1', request_record_id: 'i-1', request_id: 'r-1', tenant: 'acme' },
    ...{ time_ms: 1_700_000_000_000, sub: 'alice', session_id: 7, model: 'm', policy_version: 'p', layer: 'L2' },
    violations: [{ policy_id: 'no-keys', layer: 'L2', action: 'blocked', severity: 'critical', message: '1 key.' }],
  },
  {
    ...{
      kind: 'clearance',
      version: 1,
      id: 'l-1',
      tenant: 'acme',
      sub: 'alice',
      session_id: 7,
      username: 'alice',
      client: 'app',
    },
    ...{ time_ms: 1_700_000_000_000, roles: [], groups: [], departments: [], policy_version: 'p', clearance: 6 },
    basis: {
      ...{ id: 'l-1', policies: 'x', schema: 'x', registry: 'x', entities: 'x', claims: 'x' },
      ...{ masked: 'x', shift: 'x', opening: 'x' },
    },
    sealed_opening: 'k1.a.b.c',
  },
  unreadableRecord('outbox:1700000000000-0'),
]
const events = records.flatMap((record) => [...eventsOf({ record, sequence: 5 })])

const read = (event: SluiceEvent | undefined) => {
  if (event === undefined) throw new Error('A record has an event.')
  return JSON.parse(toOcsf(event, { productVersion: '1.2.3', entry }))
}

describe('an event of OCSF', () => {
  it('is valid, whatever kind of event it is made from, with a place in the log and without', () => {
    expect(new Set(events.map(({ type }) => type)).size).toBe(CONTROL_EVENTS.length + 6)
    for (const event of events) {
      for (const options of [{ productVersion: '1' }, { productVersion: '1', entry }]) {
        const written: unknown = JSON.parse(toOcsf(event, options))
        expect([event.type, validate(written), validate.errors]).toEqual([event.type, true, null])
      }
    }
  })

  it('says which model was called, by whom, and how it ended', () => {
    expect(read(eventsOf({ record: request, sequence: 5 }).at(-1))).toMatchObject({
      ...{ class_uid: 6003, activity_name: 'Invoke', type_uid: 600_399, status: 'Success', severity_id: 1 },
      ...{ time: 1_700_000_000_000, actor: { user: { uid: 'alice' }, session: { uid: '7' } } },
      ...{ api: { operation: 'compose' }, ai_model: { name: 'gpt-test', ai_provider: 'eu-1' } },
      metadata: {
        ...{ version: '1.9.0', uid: 'i-1.9', sequence: 14, tenant_uid: 'acme', correlation_uid: 'i-1' },
        profiles: ['ai_operation', 'record_integrity'],
      },
      unmapped: { request_id: 'r-1', tile: { level: 3 } },
    })
  })

  it('is a finding where policies were violated, and names each of them', () => {
    const masked = eventsOf({ record: request }).find(({ data }) => 'layer' in data && data.layer === 'L3')
    expect(read(masked)).toMatchObject({
      ...{ class_uid: 2004, severity: 'Low', is_alert: false },
      finding_info: { uid: 'i-1.7', analytic: { uid: 'mask-us-ssn' }, related_analytics: [{ uid: 'mask-name' }] },
    })
    expect(read(events.find(({ type }) => type === 'sluice.layer.alerted'))).toMatchObject({
      ...{ class_uid: 2004, severity: 'Critical', is_alert: true },
    })
  })

  it.each([
    ['user.frozen', { class_uid: 3007, activity_name: 'Lock', user: { uid: 'alice' }, status: 'Success' }],
    ['session.frozen', { class_uid: 3004, activity_name: 'Update', entity: { type: 'session', uid: '7' } }],
    ['policy.deleted', { class_uid: 3004, activity_name: 'Delete', entity: { type: 'policy' } }],
    ['audit_log.read', { class_uid: 3004, activity_name: 'Read', actor: { user: { uid: 'user:carol' } } }],
    ['mosaic.found', { class_uid: 2004, is_alert: true, evidences: [{ actor: { user: { uid: 'alice' } } }] }],
    ['directory.failed', { status: 'Failure' }],
    ['break_glass.refused', { status: 'Failure', comment: 'Stolen.' }],
  ])('tells of %s', (act, expected) => {
    expect(read(events.find(({ type }) => type === `sluice.control.${act}`))).toMatchObject(expected)
  })

  it('carries its entry in the log and the digest of itself, which a receiver can compute again', () => {
    const { attestation, ...rest } = read(events[0])
    const { fingerprint, ...place } = attestation
    expect(place).toEqual({ uid: `${'ab'.repeat(32)}.0`, authority_uid: entry.log, chain_uid: entry.log })
    const digest = (time: number) => hash('sha256', canonicalJson({ ...rest, time, attestation: place }), 'hex')
    expect(fingerprint).toEqual({ algorithm_id: 3, algorithm: 'SHA-256', value: digest(rest.time) })
    expect(fingerprint.value).not.toBe(digest(rest.time + 1))
  })
})
