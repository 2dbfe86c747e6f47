import { createHash } from 'node:crypto'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ACTION_CATEGORIES } from './action.ts'
import { SEVERITIES } from './finding.ts'
import { LAYER_OUTCOMES, REQUEST_OUTCOMES, requestRecordSchema } from './layer-record.ts'
import { LAYER_IDS } from './layers.ts'
import { lowestPermitted } from './request-evidence.ts'
import { encodeRequestFacts, type RequestFacts, readStoredRequest } from './stored-request.ts'
import { digestOfTile } from './tile-digest.ts'

const proof = { commitment: 'c'.repeat(43), sealed_opening: 'k1.a.b.c' }
const text = fc.string({ unit: 'binary' })
const count = fc.nat()

const tile = fc
  .record({
    level: fc.constantFrom(0, 1, 2, 3, 4, 5, 6, 7),
    categories: fc.record({ PII: count, PHI: count, PCI: count, SECRET: count, CODENAME: count }),
    reidentificationRisk: fc.integer({ min: 0, max: 1_000 }).map((thousandths) => thousandths / 1_000),
    flags: fc.array(text, { maxLength: 3 }),
  })
  .map((parts) => ({ ...parts, digest: digestOfTile(parts) }))

const event = fc.record({
  layer: fc.constantFrom(...LAYER_IDS),
  outcome: fc.constantFrom(...LAYER_OUTCOMES),
  duration_ms: fc.integer({ min: 0, max: 86_400_000_000 }).map((microseconds) => microseconds / 1_000),
  findings: fc.nat(100_000),
})

const violation = fc.record({
  policy_id: fc.stringMatching(/^[a-z0-9]+(-[a-z0-9]+){0,3}$/, { maxLength: 128 }),
  layer: fc.constantFrom(...LAYER_IDS),
  action: fc.constantFrom('observed', 'masked', 'held', 'blocked'),
  severity: fc.constantFrom(...SEVERITIES),
  message: text,
})

const bytes32 = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => Buffer.from(bytes).toString('base64url'))
const level = fc.constantFrom(0, 1, 2, 3, 4, 5, 6, 7)
const evidence = fc
  .record({
    kind: fc.constantFrom('answered', 'refused'),
    basis: fc.option(bytes32),
    endpoints: fc.array(fc.tuple(text, level), { maxLength: 4 }),
    residual: fc.option(count),
    ...{ masked: bytes32, shift: bytes32 },
  })
  .map((parts) => ({ ...parts, permitted: lowestPermitted(parts.endpoints) }))

const usage = fc.record(
  {
    ...{
      model: text,
      input_tokens: fc.maxSafeNat(),
      cached_tokens: fc.maxSafeNat().map((tokens) => Math.max(1, tokens)),
    },
    ...{ output_tokens: fc.maxSafeNat(), cost_micros: fc.maxSafeNat(), currency: text, estimated: fc.boolean() },
    ...{ departments: fc.array(fc.string({ maxLength: 256 }), { maxLength: 3 }), api_key: text },
  },
  { requiredKeys: ['model', 'input_tokens', 'output_tokens', 'cost_micros', 'estimated', 'departments'] },
)

const threat = fc.record({
  ...{ threat: text, position: text, start: fc.nat(), end: fc.nat() },
  confidence: fc.nat(100).map((hundredths) => hundredths / 100),
})

const facts: fc.Arbitrary<RequestFacts> = fc.record(
  {
    kind: fc.constant('request'),
    id: text,
    ...{ request_id: text, time_ms: fc.nat(), tenant: text, sub: text, session_id: fc.maxSafeNat(), model: text },
    ...{ policy_version: text, outcome: fc.constantFrom(...REQUEST_OUTCOMES), code: text },
    ...{ action: fc.constantFrom(...ACTION_CATEGORIES), tile, endpoint: text, cache_hit: fc.boolean() },
    layers: fc.array(event, { maxLength: 12 }),
    violations: fc.array(violation, { maxLength: 4 }),
    alerts: fc.array(fc.record({ layer: fc.constantFrom(...LAYER_IDS), id: text }), { maxLength: 3 }),
    reason: text,
    residual: fc.constantFrom({ US_SSN: 2 }, { PERSON: 1, CREDIT_CARD: 3 }),
    threats: fc.array(threat, { maxLength: 3 }),
    usage,
    evidence,
  },
  {
    requiredKeys: [
      ...(['kind', 'id', 'request_id', 'time_ms', 'tenant', 'sub', 'session_id', 'model'] as const),
      ...(['policy_version', 'outcome', 'cache_hit', 'layers', 'violations'] as const),
    ],
  },
)

function storedWith(changes: object): string {
  return JSON.stringify({
    ...{ v: 4, k: 'x', i: 'r', t: 5, n: 'acme', u: 'alice', s: 7, m: 'm', p: 'p', o: 'held', l: '0a12' },
    ...changes,
  })
}

describe('the stored form of a request', () => {
  it('gives back every record whole', () => {
    fc.assert(
      fc.property(facts, (some) => {
        const stored = encodeRequestFacts(some)
        const record = readStoredRequest({ facts: stored, ...proof })
        expect(record).toEqual({ ...some, version: some.evidence === undefined ? 3 : 4, ...proof })
        expect(requestRecordSchema.parse(record)).toEqual(record)
        // The commitment parts opening and facts by a line feed.
        expect(stored).not.toContain('\n')
      }),
    )
  })

  it('can be read by eye', () => {
    const stored = encodeRequestFacts({
      ...{
        kind: 'request',
        id: 'x',
        request_id: 'r',
        time_ms: 5,
        tenant: 'acme',
        sub: 'alice',
        session_id: 7,
      },
      ...{ model: 'm', policy_version: 'p', outcome: 'denied', code: 'content_blocked', cache_hit: false },
      layers: [
        { layer: 'L0', outcome: 'allow', duration_ms: 0.012, findings: 0 },
        { layer: 'L2', outcome: 'deny', duration_ms: 1.5, findings: 3 },
      ],
      violations: [],
    })
    expect(stored).toBe(
      '{"v":3,"k":"x","i":"r","t":5,"n":"acme","u":"alice","s":7,"m":"m","p":"p","o":"denied","c":"content_blocked","l":"0a12 2d1500+3"}',
    )
  })

  it('of version 2 is still read, and has the id that the trail gave it', () => {
    const facts = '{"v":2,"i":"r","t":5,"n":"acme","u":"alice","s":7,"m":"m","p":"p","o":"answered","l":"0a12"}'
    const record = readStoredRequest({ facts, ...proof })
    const id = createHash('sha256').update(proof.commitment).digest('hex')
    expect(record).toMatchObject({ version: 2, id, request_id: 'r', sub: 'alice' })
    const { id: _made, ...kept } = record
    expect(requestRecordSchema.parse(kept)).toEqual(record)
  })

  it('of version 4 says what the proof is about, and the lowest level of what got a part follows from the names', () => {
    const digest = 'A'.repeat(43)
    const text = storedWith({
      v: 4,
      g: [
        'r',
        digest,
        [
          ['eu', 5],
          ['us', 3],
        ],
        null,
        digest,
        digest,
      ],
    })
    expect(readStoredRequest({ facts: text, ...proof }).evidence).toEqual({
      ...{ kind: 'refused', basis: digest, permitted: 3, residual: null, masked: digest, shift: digest },
      endpoints: [
        ['eu', 5],
        ['us', 3],
      ],
    })
    for (const fault of [
      { v: 3, g: ['r', digest, [], null, digest, digest] },
      { v: 4 },
      { v: 4, g: ['x', digest, [], null, digest, digest] },
      { v: 4, g: ['r', `${digest.slice(1)}B`, [], null, digest, digest] },
      { v: 4, g: ['r', digest, [['eu', 8]], null, digest, digest] },
    ])
      expect(() => readStoredRequest({ facts: storedWith(fault), ...proof })).toThrow('has another form')
  })

  const valid = {
    ...{ v: 2, i: 'r', t: 5, n: 'acme', u: 'alice', s: 7, m: 'm', p: 'p', o: 'denied', l: '0a12' },
  }
  it.each<[string, string]>([
    ['no JSON', 'secret'],
    ['no object', '["secret"]'],
    ['another version', JSON.stringify({ ...valid, v: 1 })],
    ['a missing member', JSON.stringify({ ...valid, u: undefined })],
    ['an unknown member', JSON.stringify({ ...valid, secret: 1 })],
    ['an event of no layer', JSON.stringify({ ...valid, l: '8a12' })],
    ['an event of another form', JSON.stringify({ ...valid, l: '0a12  1a3' })],
  ])('refuses %s, and quotes nothing of it', (_what, stored) => {
    const reading = () => readStoredRequest({ facts: stored, ...proof })
    expect(reading).toThrow('A stored record of a request has another form than this version writes.')
    expect(readStoredRequest({ facts: JSON.stringify(valid), ...proof }).sub).toBe('alice')
  })
})
