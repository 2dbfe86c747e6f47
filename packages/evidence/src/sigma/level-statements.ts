import { type CommitmentGroup, MalformedProof } from './group.ts'
import { at, type Equation, type LinearRelation, type MapTerm } from './linear-relation.ts'

/** A commitment to a hidden number: `masked + shift * G`. */
interface LevelCommitment {
  /** An encoded point. */
  readonly masked: Uint8Array
  /** An encoded scalar. */
  readonly shift: Uint8Array
}

/**
 * What is public of a request that was answered: a commitment to s + 8r. Secret are its sensitivity level s, the
 * highest level r of what may be restored in it, and the caller's clearance c. The statement: 0 <= s <= permitted,
 * 0 <= r <= 7, r <= c <= r + 7. That c is a level, the clearance's own proof shows.
 */
export interface AnsweredStatement extends LevelCommitment {
  readonly kind: 'answered'
  /** The lowest permitted level of all endpoints that got a part of the request, 0 to 7; 7 where none did. */
  readonly permittedLevel: number
  /** The commitment to c in the record of the session. */
  readonly clearance: LevelCommitment
}

/**
 * What is public of a request of which nothing left: it was denied, held, failed or given up. The statement:
 * 0 <= s <= permitted, and nothing was restored (r = 0).
 */
interface RefusedStatement extends LevelCommitment {
  readonly kind: 'refused'
  readonly permittedLevel: number
}

/** What is public of a session's clearance. The statement: 0 <= c <= 7. */
interface ClearanceStatement extends LevelCommitment {
  readonly kind: 'clearance'
}

export type LevelStatement = AnsweredStatement | RefusedStatement | ClearanceStatement

/** The secret levels of a statement. */
export interface SecretLevels {
  readonly sensitivity?: number
  readonly restored?: number
  readonly clearance?: number
}

/**
 * Bits that stand for a level from 0 to the given one and for no other: the sums of some of these weights are exactly
 * those levels. By the index; 0 needs no bit.
 */
const WEIGHTS: readonly (readonly number[])[] = [[], [1], [1, 1], [1, 2], [1, 2, 1], [1, 2, 2], [1, 2, 3], [1, 2, 4]]
const HIGHEST_LEVEL = 7
/** A commitment of a request holds s + 8r. */
const RESTORED_WEIGHT = 8

/** The weights of the bits that stand for a level up to `highest`, which is 0 to 7. */
export function weightsUpTo(highest: number): readonly number[] {
  const weights = WEIGHTS[highest]
  if (weights === undefined) throw new MalformedProof('Not a level.')
  return weights
}

/** A part of a statement's bits: they stand for one hidden level. */
export interface BitGroup {
  readonly level: 'sensitivity' | 'restored' | 'headroom' | 'clearance'
  readonly weights: readonly number[]
}

/** The hidden levels of a statement and their bits, in the order in which the bits are committed to. */
export function bitGroupsOf(statement: LevelStatement): readonly BitGroup[] {
  const whole = weightsUpTo(HIGHEST_LEVEL)
  switch (statement.kind) {
    case 'answered':
      return [
        { level: 'sensitivity', weights: weightsUpTo(statement.permittedLevel) },
        { level: 'restored', weights: whole },
        { level: 'headroom', weights: whole },
      ]
    case 'refused':
      return [{ level: 'sensitivity', weights: weightsUpTo(statement.permittedLevel) }]
    case 'clearance':
      return [{ level: 'clearance', weights: whole }]
  }
}

/** How many bits a statement commits to. */
export function bitCountOf(statement: LevelStatement): number {
  return bitGroupsOf(statement).reduce((count, { weights }) => count + weights.length, 0)
}

/** The scalar of a bit, and the two blindings of its two equations, in the witness. */
const SCALARS_PER_BIT = 3
const GENERATOR = 0
const BLINDING = 1
const FIRST_COMMITMENT = 2

/**
 * The relation of a statement with its committed bits. The witness is b, t, u for each bit, then the blinding of each
 * commitment in the order of the links.
 *
 * Each bit has the drafts' own relation `Bit`: B = b*G + t*H and B = b*B + u*H hold together for b = 0 and b = 1 only.
 * A link ties bits to a commitment: its left side is the commitment, its right side the weighted bits and a blinding.
 *
 * @param bits encoded points, as many as `bitCountOf` says.
 * @throws {MalformedProof} where an encoding is none, or there are more or fewer bits.
 */
export function relationOf<Point>(
  group: CommitmentGroup<Point>,
  statement: LevelStatement,
  bits: readonly Uint8Array[],
): LinearRelation<Point> {
  if (bits.length !== bitCountOf(statement)) throw new MalformedProof('There are more or fewer bits.')
  const commitments = commitmentsOf(statement).map(({ masked }) => group.decodePoint(masked))
  const firstBit = FIRST_COMMITMENT + commitments.length
  const { generator, secondGenerator } = group
  const elements = [generator, secondGenerator, ...commitments, ...bits.map((bit) => group.decodePoint(bit))]
  const equations = bits.flatMap((_, bit) => bitEquations(bit, firstBit + bit))
  return { elements, equations: [...equations, ...linksOf(group, statement, bits.length)] }
}

/** The request's own first, then that of the session's clearance. */
function commitmentsOf(statement: LevelStatement): readonly LevelCommitment[] {
  return statement.kind === 'answered' ? [statement, statement.clearance] : [statement]
}

/** How many commitments a statement has; each needs a blinding to prove it. */
export function commitmentCountOf(statement: LevelStatement): number {
  return commitmentsOf(statement).length
}

function bitEquations(bit: number, element: number): readonly Equation[] {
  const [value, blinding, product] = [0, 1, 2].map((part) => bit * SCALARS_PER_BIT + part) as [number, number, number]
  const image = [{ element, coefficient: 1n }]
  return [
    { image, map: [term(value, GENERATOR, 1), term(blinding, BLINDING, 1)] },
    { image, map: [term(value, element, 1), term(product, BLINDING, 1)] },
  ]
}

function linksOf(group: CommitmentGroup<unknown>, statement: LevelStatement, bitCount: number): readonly Equation[] {
  const terms = termsByLevel(statement)
  const sums: Readonly<Record<LevelStatement['kind'], readonly (readonly MapTerm[])[]>> = {
    answered: [
      [...terms('sensitivity', 1), ...terms('restored', RESTORED_WEIGHT)],
      [...terms('restored', 1), ...terms('headroom', 1)],
    ],
    refused: [terms('sensitivity', 1)],
    clearance: [terms('clearance', 1)],
  }
  return commitmentsOf(statement).map(({ shift }, index) => ({
    image: [
      { element: FIRST_COMMITMENT + index, coefficient: 1n },
      { element: GENERATOR, coefficient: group.decodeScalar(shift) },
    ],
    map: [...at(sums[statement.kind], index), term(bitCount * SCALARS_PER_BIT + index, BLINDING, 1)],
  }))
}

/** Gives the terms of a level's bits, each with its weight times a factor. */
function termsByLevel(statement: LevelStatement) {
  const groups = bitGroupsOf(statement)
  return (level: BitGroup['level'], factor: number): readonly MapTerm[] => {
    const index = groups.findIndex((group) => group.level === level)
    const firstBit = groups.slice(0, index).reduce((count, { weights }) => count + weights.length, 0)
    const weights = groups[index]?.weights ?? []
    return weights.map((weight, bit) => term((firstBit + bit) * SCALARS_PER_BIT, GENERATOR, weight * factor))
  }
}

function term(scalar: number, element: number, coefficient: number): MapTerm {
  return { scalar, element, coefficient: BigInt(coefficient) }
}
