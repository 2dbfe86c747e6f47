import * as fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { openEvidenceProver } from '../node/prover.ts'
import { committedOf, packLevels, shiftOf, unpackLevels } from './committed-number.ts'
import type { EvidenceProver, StatementSecrets } from './evidence-prover.ts'
import { readLittleEndian, writeLittleEndian } from './group.ts'
import { type AnsweredStatement, bitCountOf, type LevelStatement, weightsUpTo } from './level-statements.ts'
import { ristretto255 } from './ristretto255.ts'
import { verifyStatement } from './verify-statement.ts'

const LEVELS = [0, 1, 2, 3, 4, 5, 6, 7]
const context = { logOrigin: 'example.org/log', leafHash: new Uint8Array(32).fill(7) }

let prover: EvidenceProver
beforeAll(async () => {
  prover = await openEvidenceProver()
})

/** A mask made to commit to a number, also to one that no honest gateway commits to. */
function commit(number: number) {
  const { masked, value, blinding } = prover.createMask()
  const { order } = ristretto255
  const shift = writeLittleEndian((BigInt(number) + 2n * order - readLittleEndian(value)) % order, 32)
  return { commitment: { masked, shift }, blinding }
}

/** An answered request as the gateway would commit to it, whether or not it keeps the rules. */
function answered(levels: { permitted: number; s: number; r: number; c: number }) {
  const { permitted, s, r, c } = levels
  const [request, session] = [commit(s + 8 * r), commit(c)]
  const [own, clearance] = [request.commitment, session.commitment]
  const statement: AnsweredStatement = { kind: 'answered', permittedLevel: permitted, ...own, clearance }
  const blindings = [request.blinding, session.blinding]
  return { statement, secrets: { sensitivity: s, restored: r, clearance: c, blindings } }
}

const prove = ({ statement, secrets }: { statement: LevelStatement; secrets: StatementSecrets }) =>
  prover.prove(statement, context, secrets)

describe('the weights of bits', () => {
  it.each(LEVELS)('sum to each level up to %i and to no other', (highest) => {
    const weights = weightsUpTo(highest)
    const sums = Array.from({ length: 2 ** weights.length }, (_, choice) =>
      weights.reduce((sum, weight, index) => sum + weight * ((choice >> index) & 1), 0),
    )
    expect([...new Set(sums)].sort()).toEqual(LEVELS.slice(0, highest + 1))
  })
})

describe('a proof of an answered request', () => {
  const honest = LEVELS.flatMap((permitted) => [0, permitted].map((s) => ({ permitted, s })))

  it.each(honest)('verifies for s = $s up to $permitted', ({ permitted, s }) => {
    for (const { r, c } of [
      { r: 0, c: 0 },
      { r: 3, c: 5 },
      { r: 7, c: 7 },
    ]) {
      const one = answered({ permitted, s, r, c })
      expect(verifyStatement(one.statement, context, prove(one))).toBe(true)
    }
  })

  it.each([
    ['a sensitivity above what the endpoint may see', { permitted: 5, s: 6, r: 0, c: 0 }],
    ['a restored level above the clearance', { permitted: 7, s: 0, r: 3, c: 2 }],
    ['a level that is none', { permitted: 7, s: 8, r: 0, c: 0 }],
    ['a negative level', { permitted: 6, s: -1, r: 1, c: 1 }],
  ])('cannot be made for %s', (_what, levels) => {
    expect(() => prove(answered(levels))).toThrow(RangeError)
  })

  it('does not verify where the levels that are proved are not those that were committed to', () => {
    const one = answered({ permitted: 5, s: 6, r: 0, c: 2 })
    const secrets = { ...one.secrets, sensitivity: 5 }
    expect(verifyStatement(one.statement, context, prover.prove(one.statement, context, secrets))).toBe(false)
    const other = answered({ permitted: 7, s: 1, r: 3, c: 2 })
    const higher = { ...other.secrets, clearance: 7 }
    expect(verifyStatement(other.statement, context, prover.prove(other.statement, context, higher))).toBe(false)
    // s = 8 and r = 0 commit to the same number as s = 0 and r = 1: what is restored is then over-stated, never under.
    const carried = answered({ permitted: 7, s: 8, r: 0, c: 0 })
    const shifted = { ...carried.secrets, sensitivity: 0, restored: 1, clearance: 1 }
    expect(verifyStatement(carried.statement, context, prover.prove(carried.statement, context, shifted))).toBe(false)
  })

  it('holds for its own statement and context only', () => {
    const one = answered({ permitted: 5, s: 4, r: 2, c: 3 })
    const other = answered({ permitted: 5, s: 4, r: 2, c: 3 })
    const proof = prove(one)
    const statements: AnsweredStatement[] = [
      { ...one.statement, permittedLevel: 4 },
      { ...one.statement, permittedLevel: 6 },
      { ...one.statement, masked: other.statement.masked },
      { ...one.statement, shift: other.statement.shift },
      { ...one.statement, clearance: other.statement.clearance },
      other.statement,
    ]
    for (const statement of statements) expect(verifyStatement(statement, context, proof)).toBe(false)
    expect(verifyStatement(one.statement, { ...context, logOrigin: 'example.org/lo' }, proof)).toBe(false)
    expect(verifyStatement(one.statement, { ...context, leafHash: new Uint8Array(32) }, proof)).toBe(false)
    expect(verifyStatement({ ...one.statement, kind: 'refused' }, context, proof)).toBe(false)
  })

  it('does not verify with any bit of it altered, with a byte more or a byte less', () => {
    const one = answered({ permitted: 3, s: 1, r: 1, c: 6 })
    const proof = prove(one)
    fc.assert(
      fc.property(fc.nat(proof.length - 1), fc.nat(7), (index, bit) => {
        const altered = Uint8Array.from(proof)
        altered[index] = altered[index]! ^ (1 << bit)
        expect(verifyStatement(one.statement, context, altered)).toBe(false)
      }),
      { numRuns: 20 },
    )
    expect(verifyStatement(one.statement, context, proof.subarray(1))).toBe(false)
    expect(verifyStatement(one.statement, context, proof.subarray(0, -1))).toBe(false)
    expect(verifyStatement(one.statement, context, Uint8Array.from([...proof, 0]))).toBe(false)
  })

  it('does not verify with a scalar that has the order added, or a point that is the identity', () => {
    const one = answered({ permitted: 1, s: 1, r: 0, c: 0 })
    const proof = prove(one)
    const bitBytes = 32 * bitCountOf(one.statement)
    const scalar = BigInt(
      `0x${Buffer.from(proof.subarray(bitBytes, bitBytes + 32))
        .reverse()
        .toString('hex')}`,
    )
    const lifted = scalar + ristretto255.order
    const withLifted = Uint8Array.from(proof)
    withLifted.set(Buffer.from(lifted.toString(16).padStart(64, '0'), 'hex').reverse(), bitBytes)
    expect(verifyStatement(one.statement, context, withLifted)).toBe(false)
    const withIdentity = Uint8Array.from(proof)
    withIdentity.fill(0, 0, 32)
    expect(verifyStatement(one.statement, context, withIdentity)).toBe(false)
    const masked = new Uint8Array(32)
    expect(verifyStatement({ ...one.statement, masked }, context, proof)).toBe(false)
    const shift = new Uint8Array(32).fill(255)
    expect(verifyStatement({ ...one.statement, shift }, context, proof)).toBe(false)
  })

  it('tells no level by its length', () => {
    const lengths = [answered({ permitted: 5, s: 0, r: 0, c: 0 }), answered({ permitted: 5, s: 5, r: 7, c: 7 })]
    expect(new Set(lengths.map((one) => prove(one).length))).toEqual(new Set([9 * 32 + 30 * 32]))
  })
})

describe('the other proofs', () => {
  it.each(LEVELS)(
    'show that a refused request has a level up to %i, and that nothing was restored',
    (permittedLevel) => {
      const { commitment, blinding } = commit(permittedLevel)
      const secrets = { sensitivity: permittedLevel, blindings: [blinding] }
      const statement = { kind: 'refused', permittedLevel, ...commitment } as const
      expect(verifyStatement(statement, context, prover.prove(statement, context, secrets))).toBe(true)

      const higher = commit(permittedLevel + 1)
      const tooHigh = { ...statement, ...higher.commitment }
      const ofIt = { sensitivity: permittedLevel, blindings: [higher.blinding] }
      expect(verifyStatement(tooHigh, context, prover.prove(tooHigh, context, ofIt))).toBe(false)
      expect(() => prover.prove(tooHigh, context, { ...ofIt, sensitivity: permittedLevel + 1 })).toThrow(RangeError)

      const something = commit(permittedLevel + 8)
      const restored = { ...statement, ...something.commitment }
      const ofThat = { sensitivity: permittedLevel, blindings: [something.blinding] }
      expect(verifyStatement(restored, context, prover.prove(restored, context, ofThat))).toBe(false)
    },
  )

  it.each(LEVELS)('show that a clearance is a level: %i', (c) => {
    const { commitment, blinding } = commit(c)
    const statement = { kind: 'clearance', ...commitment } as const
    const proof = prover.prove(statement, context, { clearance: c, blindings: [blinding] })
    expect(verifyStatement(statement, context, proof)).toBe(true)
    expect(verifyStatement({ kind: 'clearance', ...commit(c).commitment }, context, proof)).toBe(false)
  })

  it('are not made where a blinding is missing or too many', () => {
    const { commitment, blinding } = commit(3)
    const statement = { kind: 'clearance', ...commitment } as const
    for (const blindings of [[], [blinding, blinding]]) {
      expect(() => prover.prove(statement, context, { clearance: 3, blindings })).toThrow(RangeError)
    }
  })
})

describe('a mask', () => {
  it('commits with a shift that a request can make, and opens again', () => {
    const { masked, value, blinding } = prover.createMask()
    const levels = { sensitivity: 4, restored: 2 }
    const shift = shiftOf(value, packLevels(levels))
    const statement = { kind: 'refused', permittedLevel: 7, masked, shift } as const
    expect(unpackLevels(committedOf(value, shift))).toEqual(levels)
    const nothing = { ...statement, shift: shiftOf(value, 4) }
    const proof = prover.prove(nothing, context, { sensitivity: 4, blindings: [blinding] })
    expect(verifyStatement(nothing, context, proof)).toBe(true)
    expect(verifyStatement(statement, context, proof)).toBe(false)
  })
})
