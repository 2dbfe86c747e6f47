import { beforeAll, describe, expect, it } from 'vitest'
import { openStatementVerifier } from '../node/statement-verifier.ts'
import { committedOf, packLevels, shiftOf, unpackLevels } from './committed-number.ts'
import { weightsUpTo } from './level-statements.ts'
import { CONTEXT, StatementMaker } from './testing/made-up-statements.ts'
import { type StatementVerifier, verifyStatement } from './verify-statement.ts'

const LEVELS = [0, 1, 2, 3, 4, 5, 6, 7]
const PAIRS = LEVELS.flatMap((high) => LEVELS.filter((low) => low <= high).map((low) => [low, high] as const))

let maker: StatementMaker
let verify: StatementVerifier
beforeAll(async () => {
  maker = await StatementMaker.open()
  verify = await openStatementVerifier()
})

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
  it.each(PAIRS)('verifies for s = %i up to %i', (s, permitted) => {
    const one = maker.answered({ permitted, s, r: 3, c: 5 })
    expect(verify(one.statement, CONTEXT, maker.prove(one))).toBe(true)
  })

  it.each(PAIRS)('verifies for r = %i and c = %i', (r, c) => {
    const one = maker.answered({ permitted: 0, s: 0, r, c })
    expect(verify(one.statement, CONTEXT, maker.prove(one))).toBe(true)
  })

  it.each(LEVELS)('verifies in a browser, too, up to %i', (permitted) => {
    const one = maker.answered({ permitted, s: permitted, r: 7, c: 7 })
    expect(verifyStatement(one.statement, CONTEXT, maker.prove(one))).toBe(true)
  })

  it.each([
    ['a sensitivity above what the endpoint may see', { permitted: 5, s: 6, r: 0, c: 0 }],
    ['a restored level above the clearance', { permitted: 7, s: 0, r: 3, c: 2 }],
    ['a sensitivity that is no level', { permitted: 7, s: 8, r: 0, c: 0 }],
    ['a negative sensitivity', { permitted: 6, s: -1, r: 1, c: 1 }],
    ['a restored level that is none', { permitted: 7, s: 0, r: 8, c: 8 }],
    ['half a level', { permitted: 7, s: 0.5, r: 0, c: 0 }],
  ])('cannot be made for %s', (_what, levels) => {
    const whole = maker.answered({ ...levels, s: Math.floor(levels.s) })
    expect(() => maker.prove(whole, { sensitivity: levels.s })).toThrow(RangeError)
  })

  it('cannot be made where a level is missing', () => {
    const { statement, secrets } = maker.answered({ permitted: 7, s: 0, r: 0, c: 0 })
    const { clearance: _clearance, ...rest } = secrets
    expect(() => maker.prove({ statement, secrets: rest })).toThrow(RangeError)
  })
})

describe('the other proofs', () => {
  it.each(PAIRS)('show that a refused request has the level %i up to %i', (s, permitted) => {
    const one = maker.refused({ permitted, s })
    expect(verify(one.statement, CONTEXT, maker.prove(one))).toBe(true)
  })

  it.each(LEVELS)('show that a clearance is a level: %i', (c) => {
    const one = maker.clearance(c)
    expect(verify(one.statement, CONTEXT, maker.prove(one))).toBe(true)
  })

  it('are not made where a blinding is missing or too many', () => {
    const one = maker.clearance(3)
    const [blinding = new Uint8Array()] = one.secrets.blindings
    for (const blindings of [[], [blinding, blinding]]) {
      expect(() => maker.prove(one, { blindings })).toThrow(RangeError)
    }
  })
})

describe('a mask', () => {
  it('commits with a shift that a request can make, and opens again', () => {
    const { prover } = maker
    const { masked, value, blinding } = prover.createMask()
    const levels = { sensitivity: 4, restored: 2 }
    const shift = shiftOf(value, packLevels(levels))
    expect(unpackLevels(committedOf(value, shift))).toEqual(levels)

    const clearance = prover.createMask()
    const ofSession = { masked: clearance.masked, shift: shiftOf(clearance.value, 3) }
    const statement = { kind: 'answered', permittedLevel: 5, masked, shift, clearance: ofSession } as const
    const secrets = { ...levels, clearance: 3, blindings: [blinding, clearance.blinding] }
    expect(verify(statement, CONTEXT, prover.prove(statement, CONTEXT, secrets))).toBe(true)
    const other = { ...statement, shift: shiftOf(value, packLevels({ ...levels, restored: 1 })) }
    expect(verify(other, CONTEXT, prover.prove(statement, CONTEXT, secrets))).toBe(false)
  })

  it('is another each time', () => {
    const masks = Array.from({ length: 20 }, () => maker.prover.createMask())
    const texts = masks.flatMap((mask) => Object.values(mask).map((bytes) => Buffer.from(bytes).toString('hex')))
    expect(new Set(texts).size).toBe(60)
  })
})
