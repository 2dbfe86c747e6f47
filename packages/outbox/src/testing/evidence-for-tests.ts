import {
  type ClearanceBasis,
  type ClearanceRecord,
  digestOfBasis,
  lowestPermitted,
  type RequestEvidence,
  type RequestOpening,
} from '@sluice/contracts'

/** 32 bytes that are all the same, as base64url. */
function bytes32(byte: number): string {
  return Buffer.alloc(32, byte).toString('base64url')
}

const basis: ClearanceBasis = {
  ...{ id: 'clearance-1', policies: bytes32(0), schema: bytes32(1), registry: bytes32(2), entities: bytes32(3) },
  ...{ claims: bytes32(4), masked: bytes32(5), shift: bytes32(6), opening: bytes32(7) },
}

/** The clearance of the session of `requestRecordForTests`. What it commits to is made up. */
export const clearanceRecordForTests: ClearanceRecord = {
  ...{ kind: 'clearance', version: 1, id: basis.id, time_ms: 1_700_000_000_000, tenant: 'acme' },
  ...{
    sub: 'alice \u{1f600}',
    session_id: 7,
    username: 'alice',
    client: 'app',
    roles: [],
    groups: ['staff'],
    departments: ['sales'],
  },
  ...{ policy_version: 'policy-1', clearance: 4, basis, sealed_opening: 'k1.d.e.f' },
}

const endpoints: RequestEvidence['endpoints'] = [
  ['eu', 5],
  ['us', 3],
]

/** What a request of that session commits to, as made up. */
export const requestEvidenceForTests: RequestEvidence = {
  ...{ kind: 'answered', basis: digestOfBasis(basis), endpoints, permitted: lowestPermitted(endpoints) },
  ...{ residual: null, masked: bytes32(8), shift: bytes32(9) },
}

/** An opening of it, as made up. */
export const requestOpeningForTests: RequestOpening = {
  ...{ key: bytes32(10), value: bytes32(11), blinding: bytes32(12), prompt: bytes32(13), restored: bytes32(14) },
  delivered: JSON.stringify([[0, '/content', bytes32(15)]]),
}
