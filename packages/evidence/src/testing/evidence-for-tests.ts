import { toBase64Url } from '../base64url.ts'
import type { BareEvidence, ClearanceEvidence, EvidencePart } from '../evidence/evidence-part.ts'
import { makeRequestEvidence } from '../evidence/make-evidence.ts'

/** 32 bytes that differ by their seed, in base64url. */
export const text32 = (seed: number): string => toBase64Url(new Uint8Array(32).fill(seed))

const place = { tenant: 'acme', position: 7, id: '0199c1ab-0000-7000-8000-000000000007', time: 1_760_000_000_000 }
const inSession = { session: 41, sequence: 9, events: 3 }
const bytes = (seed: number) => new Uint8Array(32).fill(seed)
const secrets = { k: bytes(1), a: bytes(2), t: bytes(3), prompt: bytes(4), restored: bytes(5) }
const facts = { basis: text32(6), residual: null, masked: text32(7), shift: text32(8) }

const clearance: ClearanceEvidence = {
  ...{ ...place, inSession, kind: 'clearance' },
  basis: {
    ...{ id: place.id, policies: text32(8), schema: text32(9), registry: text32(10), entities: text32(11) },
    ...{ claims: text32(12), masked: text32(13), shift: text32(14), opening: text32(15) },
  },
}
const other: BareEvidence = { ...place, kind: 'other' }

/** One evidence part of each kind. */
export const EVIDENCE_FOR_TESTS: readonly EvidencePart[] = [
  makeRequestEvidence(
    { ...place, inSession },
    {
      ...facts,
      kind: 'answered',
      decision: 'answered',
      endpoints: [
        ['a', 5],
        ['b', 3],
      ],
    },
    secrets,
    ['{"event":{}}', '{}'],
  ),
  makeRequestEvidence(
    place,
    { ...facts, kind: 'refused', decision: 'denied', basis: null, endpoints: [], residual: 0 },
    secrets,
    [],
  ),
  clearance,
  other,
  { ...other, kind: 'unopened', inSession },
]
