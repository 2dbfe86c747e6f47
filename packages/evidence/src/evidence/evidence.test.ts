import { createHash, createHmac } from 'node:crypto'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fromBase64Url, toBase64Url } from '../base64url.ts'
import { EVIDENCE_FOR_TESTS, text32 } from '../testing/evidence-for-tests.ts'
import { type ClearanceBasis, type EvidencePart, writeEvidence } from './evidence-part.ts'
import { layerTextsOf } from './layer-texts.ts'
import { basisDigest, claimsDigest, makeRequestEvidence, openingDigest } from './make-evidence.ts'
import { InvalidEvidence } from './members.ts'
import { readEvidence } from './read-evidence.ts'

const parts = EVIDENCE_FOR_TESTS.map((part) => [part.kind, part] as const)
const textOf = (kind: EvidencePart['kind']) => writeEvidence(EVIDENCE_FOR_TESTS.find((part) => part.kind === kind)!)

describe('an evidence part', () => {
  it.each(parts)('of the kind %s is read as it is written', (_kind, part) => {
    expect(readEvidence(writeEvidence(part))).toEqual(part)
  })

  it('has its members in the order of the specification', () => {
    expect(textOf('other')).toBe(
      '{"v":1,"kind":"other","tenant":"acme","position":7,"id":"0199c1ab-0000-7000-8000-000000000007","time":1760000000000}',
    )
    expect(Object.keys(JSON.parse(textOf('answered')))).toEqual([
      ...['v', 'kind', 'tenant', 'position', 'id', 'time', 'session', 'sequence', 'events', 'decision', 'basis'],
      ...['endpoints', 'permitted', 'prompt', 'restored', 'residual', 'masked', 'shift', 'opening', 'layers'],
    ])
    expect(Object.keys(JSON.parse(textOf('clearance')).basis)).toEqual([
      ...['id', 'policies', 'schema', 'registry', 'entities', 'claims', 'masked', 'shift', 'opening'],
    ])
  })

  it.each(parts)('of the kind %s has no second form', (_kind, part) => {
    const text = writeEvidence(part)
    const members: Record<string, unknown> = JSON.parse(text)
    const others = [
      ...[` ${text}`, `${text}\n`, text.replace(':1,', ':1.0,'), text.replace('"v"', '"\\u0076"')],
      ...[JSON.stringify({ ...members, more: 1 }), JSON.stringify({ kind: part.kind, ...members })],
      `${text.slice(0, -1)},"v":1}`,
      ...Object.keys(members).map((key) => JSON.stringify({ ...members, [key]: undefined })),
    ]
    for (const other of others) expect(() => readEvidence(other)).toThrow(InvalidEvidence)
  })

  it.each<[string, EvidencePart['kind'], (text: string) => string, RegExp]>([
    ['an unknown version', 'other', (text) => text.replace('"v":1', '"v":2'), /version/],
    ['an unknown kind', 'other', (text) => text.replace('other', 'others'), /"kind"/],
    ['a position 0', 'other', (text) => text.replace('"position":7', '"position":0'), /"position"/],
    ['a position -0', 'other', (text) => text.replace('"position":7', '"position":-0'), /"position"/],
    ['no tenant', 'other', (text) => text.replace('acme', ''), /"tenant"/],
    ['half a pair of surrogates', 'other', (text) => text.replace('acme', '\\ud800'), /"tenant"/],
    ['a session without a sequence', 'unopened', (text) => text.replace(',"sequence":9', ''), /"sequence"/],
    ['a sequence without a session', 'unopened', (text) => text.replace('"session":41,', ''), /only form/],
    [
      'a decision of another kind',
      'answered',
      (text) => text.replace('"answered","basis"', '"held","basis"'),
      /"decision"/,
    ],
    ['an answer without a basis', 'answered', (text) => text.replace(/"basis":"[^"]*"/, '"basis":null'), /"basis"/],
    ['a permitted level too high', 'answered', (text) => text.replace('"permitted":3', '"permitted":4'), /"permitted"/],
    [
      'a permitted level without an endpoint',
      'refused',
      (text) => text.replace('"permitted":null', '"permitted":7'),
      /"permitted"/,
    ],
    ['a level above 7', 'answered', (text) => text.replace('["a",5]', '["a",8]'), /"endpoints"/],
    ['an endpoint twice', 'answered', (text) => text.replace('["b",3]', '["a",3]'), /twice/],
    ['an endpoint with more', 'answered', (text) => text.replace('["a",5]', '["a",5,1]'), /"endpoints"/],
    ['a digest that is too short', 'answered', (text) => text.replace(text32(7), text32(7).slice(1)), /"masked"/],
    [
      'a digest in a second encoding',
      'answered',
      (text) => text.replace(text32(7), `${text32(7).slice(0, -1)}d`),
      /"masked"/,
    ],
    ['a layer that is no digest', 'answered', (text) => text.replace('"layers":[', '"layers":["",'), /"layers"/],
    [
      'another id in its basis',
      'clearance',
      (text) => text.replace('"basis":{"id":"0', '"basis":{"id":"1'),
      /"basis.id"/,
    ],
    ['too many letters', 'other', (text) => text + ' '.repeat(65_536), /too long/],
    ['no JSON', 'other', () => '{', /not a JSON object/],
    ['a list', 'other', () => '[]', /not a JSON object/],
  ])('with %s is refused', (_what, kind, change, message) => {
    const changed = change(textOf(kind))
    expect(changed).not.toBe(textOf(kind))
    expect(() => readEvidence(changed)).toThrow(message)
  })

  it('never makes its reader throw anything else', () => {
    const members = fc.dictionary(fc.constantFrom(...Object.keys(JSON.parse(textOf('answered')))), fc.jsonValue())
    const altered = members.map((changes) => JSON.stringify({ ...JSON.parse(textOf('answered')), ...changes }))
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json(), altered), (text) => {
        try {
          expect(writeEvidence(readEvidence(text))).toBe(text)
        } catch (error) {
          expect(error).toBeInstanceOf(InvalidEvidence)
        }
      }),
      { numRuns: 500 },
    )
  })
})

describe('Base64 for URLs', () => {
  it('is read as it is written, and in no other form', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        expect(toBase64Url(bytes)).toBe(Buffer.from(bytes).toString('base64url'))
        expect(fromBase64Url(toBase64Url(bytes))).toEqual(bytes)
      }),
    )
    for (const text of ['A', 'AB', 'AA==', 'A+/A', 'AA AA']) expect(fromBase64Url(text)).toBeUndefined()
  })
})

describe('the digests of an evidence part', () => {
  const bytes = (seed: number) => new Uint8Array(32).fill(seed)
  const secrets = { k: bytes(1), a: bytes(2), t: bytes(3), prompt: bytes(4), restored: bytes(5) }
  const salt = (name: string) => createHmac('sha256', secrets.k).update(name).digest()
  const digest = (...contents: (string | Uint8Array)[]) => {
    const hash = createHash('sha256')
    for (const content of contents) hash.update(content)
    return hash.digest('base64url')
  }

  it('are those of the specification', () => {
    const facts = { kind: 'refused', decision: 'held', basis: null, endpoints: [], residual: null } as const
    const place = { tenant: 'acme', position: 1, id: 'i', time: 0 }
    const texts = layerTextsOf([{ layer: 'L0' }, { layer: 'L2' }], [{ layer: 'L2' }, { layer: 'L5' }])
    const made = makeRequestEvidence(place, { ...facts, masked: text32(6), shift: text32(7) }, secrets, texts)
    expect(made).toMatchObject({
      ...{ prompt: digest(salt('prompt'), bytes(4)), restored: digest(salt('restored'), bytes(5)) },
      opening: digest(salt('opening'), bytes(2), bytes(3)),
      layers: [
        digest(salt('layer 0'), '{"event":{"layer":"L0"},"violations":[]}'),
        digest(salt('layer 1'), '{"event":{"layer":"L2"},"violations":[{"layer":"L2"}]}'),
      ],
    })
    expect(openingDigest(secrets)).toBe(made.opening)
    expect(claimsDigest(secrets.k, '{"sub":"ä"}')).toBe(digest(salt('claims'), '{"sub":"ä"}'))
    const basis: ClearanceBasis = JSON.parse(textOf('clearance')).basis
    const shuffled = Object.fromEntries(Object.entries(basis).reverse()) as unknown as ClearanceBasis
    expect(basisDigest(shuffled)).toBe(digest(JSON.stringify(basis)))
  })
})
