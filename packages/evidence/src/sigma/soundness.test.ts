import * as fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { concatenate } from '../bytes.ts'
import { type EvidencePart, writeEvidence } from '../evidence/evidence-part.ts'
import { hashLeaf } from '../log/hashes.ts'
import { commitToRecord } from '../log/record-commitment.ts'
import { openStatementVerifier } from '../node/statement-verifier.ts'
import { EVIDENCE_FOR_TESTS } from '../testing/evidence-for-tests.ts'
import { bitCountOf, bitGroupsOf, type LevelStatement } from './level-statements.ts'
import { ristretto255 } from './ristretto255.ts'
import { flipped, lifted, NO_POINTS, replaced } from './testing/altered.ts'
import { CONTEXT, type MadeUp, StatementMaker } from './testing/made-up-statements.ts'
import { PlainProver, type Shape } from './testing/plain-prover.ts'
import { type StatementVerifier, verifyStatement } from './verify-statement.ts'

const LEVELS = [0, 1, 2, 3, 4, 5, 6, 7]
const BYTES = 32
const { order } = ristretto255
const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'))
const plain = new PlainProver(ristretto255)

let maker: StatementMaker
let verify: StatementVerifier
beforeAll(async () => {
  maker = await StatementMaker.open()
  verify = await openStatementVerifier()
})

/** What both verifiers say; they must agree. */
function judge(statement: LevelStatement, proof: Uint8Array, context = CONTEXT): boolean {
  const isAccepted = verify(statement, context, proof)
  expect(verifyStatement(statement, context, proof)).toBe(isAccepted)
  return isAccepted
}

describe('a number that breaks the statement', () => {
  const beyond = LEVELS.flatMap((permitted) =>
    [BigInt(permitted) + 1n, -1n, 2n ** 252n, order - 8n].map((s) => ({ permitted, s })),
  )

  it.each(beyond)('is proved by no bits: s = $s up to $permitted', ({ permitted, s }) => {
    const one = maker.refused({ permitted, s })
    for (const sensitivity of [0, permitted]) {
      expect(verify(one.statement, CONTEXT, maker.prove(one, { sensitivity }))).toBe(false)
    }
  })

  it.each([8n, -1n, 2n ** 252n])('is proved by no bits: c = %i', (c) => {
    const one = maker.clearance(c)
    for (const clearance of LEVELS) {
      expect(verify(one.statement, CONTEXT, maker.prove(one, { clearance }))).toBe(false)
    }
  })

  it.each([
    ['r > c', { permitted: 7, s: 0, r: 3, c: 2 }, { clearance: 3 }],
    ['r > c, with a lower r', { permitted: 7, s: 0, r: 3, c: 2 }, { restored: 2 }],
    ['r = 8', { permitted: 7, s: 0, r: 8, c: 8 }, { restored: 7, clearance: 7 }],
    ['c = 15', { permitted: 7, s: 0, r: 0, c: 15 }, { clearance: 7 }],
  ])('is proved by no bits: %s', (_what, levels, pretended) => {
    const one = maker.answered(levels)
    expect(judge(one.statement, maker.prove(one, pretended))).toBe(false)
  })

  it('is proved by no restored level in a refused request', () => {
    for (const r of [1, 7]) {
      const one = maker.refused({ permitted: 7, s: 7, r })
      expect(judge(one.statement, maker.prove(one))).toBe(false)
    }
  })
})

describe('a prover that takes anything for a bit', () => {
  const shapes: readonly Shape[] = [
    { kind: 'clearance' },
    ...[1, 2, 5, 7].map((permittedLevel) => ({ kind: 'refused', permittedLevel }) as const),
  ]
  /** The sums of such bits may well be levels: 3 - 2 = 1. */
  const anyBit = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(0n, 1n) },
    fc.constantFrom(2n, -1n, 3n, -2n, 2n ** 252n, order - 1n, order + 2n),
  )
  const forged = fc.constantFrom(...shapes).chain((shape) => {
    const { length } = bitGroupsOf({
      ...shape,
      masked: new Uint8Array(),
      shift: new Uint8Array(),
    } as LevelStatement).flatMap(({ weights }) => weights)
    return fc.tuple(fc.constant(shape), fc.array(anyBit, { minLength: length, maxLength: length }))
  })

  it('convinces with 0 and 1 only, whatever the bits sum to', () => {
    fc.assert(
      fc.property(forged, ([shape, bits]) => {
        const { statement, secrets } = plain.fitting(shape, bits)
        const isHonest = bits.every((bit) => bit === 0n || bit === 1n)
        expect(verify(statement, CONTEXT, plain.prove(statement, CONTEXT, secrets))).toBe(isHonest)
      }),
      { numRuns: 40 },
    )
  })

  it('does not convince that s = -1, nor that s is one above', () => {
    const shape = { kind: 'refused', permittedLevel: 6 } as const
    for (const bits of [
      [-1n, 0n, 0n],
      [1n, -1n, 0n],
      [2n, 1n, 1n],
      [1n, 0n, 2n],
    ]) {
      const { statement, secrets } = plain.fitting(shape, bits)
      expect(judge(statement, plain.prove(statement, CONTEXT, secrets))).toBe(false)
    }
    const { statement, secrets } = plain.fitting(shape, [1n, 1n, 1n])
    expect(judge(statement, plain.prove(statement, CONTEXT, secrets))).toBe(true)
  })
})

describe('an altered proof', () => {
  let one: MadeUp
  let proof: Uint8Array
  let bitBytes: number
  beforeAll(() => {
    one = maker.answered({ permitted: 5, s: 4, r: 2, c: 3 })
    proof = maker.prove(one)
    bitBytes = BYTES * bitCountOf(one.statement)
  })
  const refuse = (altered: Uint8Array) => expect(verify(one.statement, CONTEXT, altered)).toBe(false)
  const offsets = (from: number, to: number) =>
    Array.from({ length: (to - from) / BYTES }, (_, at) => from + at * BYTES)

  it('is refused for any bit that is another', () => {
    expect(judge(one.statement, proof)).toBe(true)
    const isRefused = (offset: number, bit: number) => !verify(one.statement, CONTEXT, flipped(proof, offset, 1 << bit))
    fc.assert(fc.property(fc.nat(proof.length - 1), fc.nat(7), isRefused), { numRuns: 150 })
  })

  it('is refused for every commitment to a bit that is another point', () => {
    const { masked } = maker.prover.createMask()
    for (const offset of offsets(0, bitBytes)) refuse(replaced(proof, offset, masked))
    for (const offset of offsets(BYTES, bitBytes)) refuse(replaced(proof, offset, proof.subarray(0, BYTES)))
    for (const [, hex] of NO_POINTS)
      for (const offset of offsets(0, bitBytes)) refuse(replaced(proof, offset, bytes(hex)))
  })

  it('is refused for a challenge or a response that is another scalar', () => {
    const { value } = maker.prover.createMask()
    for (const offset of offsets(bitBytes, proof.length)) {
      refuse(replaced(proof, offset, value))
      refuse(replaced(proof, offset, new Uint8Array(BYTES)))
    }
  })

  it('is refused for a scalar in another encoding', () => {
    for (const offset of offsets(bitBytes, proof.length)) {
      for (const altered of [lifted(proof, offset), flipped(proof, offset + BYTES - 1, 0x80)]) {
        expect(judge(one.statement, altered)).toBe(false)
      }
    }
  })

  it('is refused in any other length', () => {
    const longer = Uint8Array.from([...proof, ...proof])
    for (let length = 0; length < longer.length; length += 1) {
      if (length !== proof.length) refuse(longer.subarray(0, length))
    }
  })

  it('is refused where it is made of two that hold', () => {
    const other = maker.prove(one)
    expect(verify(one.statement, CONTEXT, other)).toBe(true)
    for (const cut of offsets(BYTES, proof.length)) refuse(replaced(proof, cut, other.subarray(cut)))
  })

  it('is refused whatever points and scalars it has', () => {
    const [points, scalars] = [bitBytes / BYTES, (proof.length - bitBytes) / BYTES]
    for (let run = 0; run < 20; run += 1) {
      const encodedPoints = plain.randoms(points).map((scalar) => ristretto255.encodePoint(plain.commit(scalar, 1n)))
      const encodedScalars = plain.randoms(scalars).map((scalar) => ristretto255.encodeScalar(scalar))
      expect(judge(one.statement, concatenate([...encodedPoints, ...encodedScalars]))).toBe(false)
    }
  })
})

describe('a proof', () => {
  it('holds for each field of its own statement only', () => {
    const levels = { permitted: 5, s: 4, r: 2, c: 3 }
    const [one, other] = [maker.answered(levels), maker.answered(levels)]
    const proof = maker.prove(one)
    const { statement } = one
    const { masked, shift, clearance } = other.statement
    const others: readonly LevelStatement[] = [
      ...LEVELS.filter((level) => level !== 5).map((permittedLevel) => ({ ...statement, permittedLevel })),
      ...[-1, 8, 1.5, Number.NaN].map((permittedLevel) => ({ ...statement, permittedLevel })),
      { ...statement, masked },
      { ...statement, shift },
      { ...statement, masked, shift },
      { ...statement, clearance },
      { ...statement, clearance: { ...statement.clearance, masked: clearance.masked } },
      { ...statement, clearance: { ...statement.clearance, shift: clearance.shift } },
      { ...statement, masked: statement.clearance.masked },
      { ...statement, kind: 'refused' },
      { kind: 'clearance', ...statement.clearance },
      other.statement,
    ]
    for (const each of others) expect(judge(each, proof)).toBe(false)
  })

  it('does not hold for fields that are no points and no scalars', () => {
    const { statement, secrets } = maker.answered({ permitted: 1, s: 1, r: 0, c: 0 })
    const proof = maker.prove({ statement, secrets })
    const { clearance } = statement
    for (const [, hex] of [...NO_POINTS, ['another length', 'e2']] as const) {
      const masked = bytes(hex)
      expect(judge({ ...statement, masked }, proof)).toBe(false)
      expect(judge({ ...statement, clearance: { ...clearance, masked } }, proof)).toBe(false)
    }
    const shifts = [lifted(statement.shift, 0), flipped(statement.shift, 31, 0x80), statement.shift.subarray(0, 31)]
    for (const shift of shifts) expect(judge({ ...statement, shift }, proof)).toBe(false)
    const lift = lifted(clearance.shift, 0)
    expect(judge({ ...statement, clearance: { ...clearance, shift: lift } }, proof)).toBe(false)
  })

  it('does not hold for a commitment that is the identity', () => {
    // masked + shift * G is the identity: a commitment to 0 that hides nothing.
    const shift = plain.random()
    const masked = ristretto255.encodePoint(plain.commit(-shift, 0n))
    const statement = { kind: 'clearance', masked, shift: ristretto255.encodeScalar(shift) } as const
    const secrets = { bits: [0n, 0n, 0n], ofBits: plain.randoms(3), ofCommitments: [0n] }
    expect(judge(statement, plain.prove(statement, CONTEXT, secrets))).toBe(false)
  })

  it('is judged for a hash of 32 bytes only', () => {
    const one = maker.clearance(1)
    const proof = maker.prove(one)
    const context = { ...CONTEXT, leafHash: new Uint8Array(31) }
    expect(() => verify(one.statement, context, proof)).toThrow(RangeError)
    expect(() => verifyStatement(one.statement, context, proof)).toThrow(RangeError)
  })
})

describe('a proof in the log', () => {
  const [request] = EVIDENCE_FOR_TESTS
  if (request?.kind !== 'answered') throw new Error('The first is an answered request.')
  const digests = { salt: new Uint8Array(32).fill(1), record: new Uint8Array(100).fill(2) }
  const contextOf = (
    part: EvidencePart,
    logOrigin = CONTEXT.logOrigin,
    { salt, record }: { readonly salt: Uint8Array; readonly record: Uint8Array } = digests,
  ) => {
    const entry = commitToRecord({ evidence: new TextEncoder().encode(writeEvidence(part)), salt, record })
    return { logOrigin, leafHash: hashLeaf(entry) }
  }

  it('cannot be shown for another request, session, log, policy or decision', () => {
    const one = maker.answered({ permitted: 3, s: 2, r: 1, c: 4 })
    const proof = maker.prove(one, {}, contextOf(request))
    expect(judge(one.statement, proof, contextOf(request))).toBe(true)
    const [first = '', ...rest] = request.layers
    const others: Readonly<Record<string, EvidencePart>> = {
      request: { ...request, id: `${request.id.slice(0, -1)}f` },
      position: { ...request, position: request.position + 1 },
      tenant: { ...request, tenant: 'acme2' },
      time: { ...request, time: request.time + 1 },
      session: { ...request, inSession: { session: 42, sequence: 9, events: 3 } },
      sequence: { ...request, inSession: { session: 41, sequence: 10, events: 3 } },
      'no session': { ...request, inSession: undefined },
      // The basis names policies, schema, registry and entities.
      policy: { ...request, basis: first },
      decision: { ...request, decision: 'failed' },
      endpoint: { ...request, endpoints: [['a', 5]] },
      prompt: { ...request, prompt: request.restored },
      restored: { ...request, restored: request.prompt },
      residual: { ...request, residual: 0 },
      opening: { ...request, opening: request.prompt },
      'order of layers': { ...request, layers: [...rest, first] },
      'missing layer': { ...request, layers: rest },
    }
    for (const [what, part] of Object.entries(others)) {
      expect([what, judge(one.statement, proof, contextOf(part))]).toEqual([what, false])
    }
    expect(judge(one.statement, proof, contextOf(request, 'example.org/log2'))).toBe(false)
    expect(judge(one.statement, proof, contextOf(request, 'example.org/lo'))).toBe(false)
    const record = flipped(digests.record, 99)
    expect(judge(one.statement, proof, contextOf(request, CONTEXT.logOrigin, { ...digests, record }))).toBe(false)
  })
})
