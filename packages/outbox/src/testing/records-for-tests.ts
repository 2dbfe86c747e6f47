import {
  type ControlRecord,
  countEvents,
  createControlRecord,
  digestOfTile,
  encodeRequestFacts,
  type RequestRecord,
  type StoredRequest,
} from '@sluice/contracts'

const tile = {
  level: 3,
  categories: { PII: 1, PHI: 0, PCI: 0, SECRET: 0, CODENAME: 0 },
  reidentificationRisk: 0.2,
  flags: ['a-flag'],
} satisfies Omit<NonNullable<RequestRecord['tile']>, 'digest'>

/** A record of a request with every optional member, as a consumer reads it. */
export const requestRecordForTests: RequestRecord = {
  kind: 'request',
  version: 3,
  id: 'record-1',
  request_id: 'request-1',
  time_ms: 1_700_000_000_000,
  tenant: 'acme',
  sub: 'alice \u{1f600}',
  session_id: 7,
  model: 'gpt-test',
  policy_version: 'policy-1',
  outcome: 'denied',
  code: 'content_blocked',
  action: 'B',
  tile: { ...tile, digest: digestOfTile(tile) },
  endpoint: 'stub',
  cache_hit: false,
  layers: [{ layer: 'L0', outcome: 'allow', duration_ms: 0.25, findings: 0 }],
  violations: [],
  commitment: 'c'.repeat(43),
  sealed_opening: 'k1.a.b.c',
}

/** The same as it is appended, changed as a test needs it. */
export function storedRequestForTests(changes: Partial<RequestRecord> = {}): StoredRequest {
  const { commitment, sealed_opening, version: _version, ...facts } = { ...requestRecordForTests, ...changes }
  const { tenant, sub, session_id, layers } = facts
  return {
    ...{ kind: 'request', tenant, sub, session_id, events: countEvents(layers) },
    facts: encodeRequestFacts(facts),
    ...{ commitment, sealed_opening },
  }
}

/** A record of the control plane with every optional member. */
export const controlRecordForTests: ControlRecord = createControlRecord({
  id: '5f0c1d8e-6a53-4d7b-9a55-0a1b2c3d4e5f',
  event: 'session.frozen',
  severity: 'critical',
  timeMs: 1_700_000_000_000,
  service: 'admin',
  actor: 'user:ciso',
  tenant: 'acme',
  sub: 'alice \u{1f600}',
  sessionId: 7,
  reason: 'A test.',
  incidentId: 'INC-1',
  requestId: 'request-1',
  details: { sessions: 2, gateways: 'all', acknowledged: true },
})
