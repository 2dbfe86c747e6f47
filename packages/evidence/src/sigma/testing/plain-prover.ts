import { concatenate } from '../../bytes.ts'
import { deriveChallenge } from '../compact-proof.ts'
import { type CommitmentGroup, readLittleEndian } from '../group.ts'
import { type BitGroup, bitGroupsOf, type LevelStatement, relationOf } from '../level-statements.ts'
import { at, type LinearRelation, serializeRelation } from '../linear-relation.ts'
import { type ProofContext, tagOf } from '../proof-tag.ts'

/** Any number for each bit of a statement, and all blindings. */
export interface PlainSecrets {
  readonly bits: readonly bigint[]
  readonly ofBits: readonly bigint[]
  /** One for each commitment of the statement. */
  readonly ofCommitments: readonly bigint[]
}

/** The public part of a statement, without its commitments. */
export type Shape =
  | { readonly kind: 'answered' | 'refused'; readonly permittedLevel: number }
  | { readonly kind: 'clearance' }

/** A prover in plain arithmetic that refuses nothing: it takes whatever numbers it is given for bits. */
export class PlainProver<Point> {
  readonly group: CommitmentGroup<Point>

  constructor(group: CommitmentGroup<Point>) {
    this.group = group
  }

  random(): bigint {
    return readLittleEndian(crypto.getRandomValues(new Uint8Array(48))) % this.group.order
  }

  randoms(count: number): readonly bigint[] {
    return Array.from({ length: count }, () => this.random())
  }

  reduce(number: bigint): bigint {
    const { order } = this.group
    return ((number % order) + order) % order
  }

  commit(number: bigint, blinding: bigint): Point {
    const { generator, secondGenerator } = this.group
    return this.group.sum([
      [this.reduce(number), generator],
      [this.reduce(blinding), secondGenerator],
    ])
  }

  /** A statement whose commitments hold the given numbers. */
  statementOf(shape: Shape, numbers: readonly bigint[], blindings: readonly bigint[]): LevelStatement {
    const [own, clearance = { masked: new Uint8Array(), shift: new Uint8Array() }] = numbers.map((number, index) => {
      const shift = this.random()
      const masked = this.group.encodePoint(this.commit(number - shift, at(blindings, index)))
      return { masked, shift: this.group.encodeScalar(shift) }
    })
    if (own === undefined) throw new RangeError('A statement has a commitment.')
    if (shape.kind === 'clearance') return { kind: 'clearance', ...own }
    const { permittedLevel } = shape
    if (shape.kind === 'refused') return { kind: 'refused', permittedLevel, ...own }
    return { kind: 'answered', permittedLevel, ...own, clearance }
  }

  /** A statement that commits to what these bits sum to, with their weights, so that its links hold; and secrets. */
  fitting(
    shape: Shape,
    bits: readonly bigint[],
  ): { readonly statement: LevelStatement; readonly secrets: PlainSecrets } {
    const ofCommitments = this.randoms(shape.kind === 'answered' ? 2 : 1)
    const statement = this.statementOf(shape, this.sumsOf(shape, bits), ofCommitments)
    return { statement, secrets: { bits, ofBits: this.randoms(bits.length), ofCommitments } }
  }

  /** The commitments to the bits, and the relation. */
  relationOf(statement: LevelStatement, { bits, ofBits }: PlainSecrets) {
    const committed = bits.map((bit, index) => this.group.encodePoint(this.commit(bit, at(ofBits, index))))
    return { committed, relation: relationOf(this.group, statement, committed) }
  }

  witnessOf({ bits, ofBits, ofCommitments }: PlainSecrets): readonly bigint[] {
    const scalars = bits.flatMap((bit, index) => [bit, at(ofBits, index), at(ofBits, index) * (1n - bit)])
    return [...scalars, ...ofCommitments].map((scalar) => this.reduce(scalar))
  }

  /** The right sides of the equations. */
  map({ elements, equations }: LinearRelation<Point>, scalars: readonly bigint[]): readonly Point[] {
    return equations.map(({ map }) =>
      this.group.sum(
        map.map((term) => [this.reduce(term.coefficient * at(scalars, term.scalar)), at(elements, term.element)]),
      ),
    )
  }

  prove(statement: LevelStatement, context: ProofContext, secrets: PlainSecrets): Uint8Array {
    const { group } = this
    const { committed, relation } = this.relationOf(statement, secrets)
    const witness = this.witnessOf(secrets)
    const nonces = this.randoms(witness.length)
    const commitments = concatenate(this.map(relation, nonces).map((point) => group.encodePoint(point)))
    const tag = tagOf(group, statement, context)
    const challenge = deriveChallenge(group, tag, serializeRelation(group, relation), commitments)
    const responses = witness.map((scalar, index) => this.reduce(at(nonces, index) + challenge * scalar))
    return concatenate([...committed, ...[challenge, ...responses].map((scalar) => group.encodeScalar(scalar))])
  }

  /** What each commitment of a statement holds with these bits. */
  sumsOf(shape: Shape, bits: readonly bigint[]): readonly bigint[] {
    const nothing = { masked: new Uint8Array(), shift: new Uint8Array() }
    const groups = bitGroupsOf({ ...shape, ...nothing, clearance: nothing } as LevelStatement)
    const sumOf = (name: BitGroup['level']) => {
      const index = groups.findIndex(({ level }) => level === name)
      const first = groups.slice(0, index).reduce((count, { weights }) => count + weights.length, 0)
      const { weights } = at(groups, index)
      return weights.reduce((sum, weight, bit) => sum + BigInt(weight) * at(bits, first + bit), 0n)
    }
    switch (shape.kind) {
      case 'answered':
        return [sumOf('sensitivity') + 8n * sumOf('restored'), sumOf('restored') + sumOf('headroom')]
      case 'refused':
        return [sumOf('sensitivity')]
      case 'clearance':
        return [sumOf('clearance')]
    }
  }
}
