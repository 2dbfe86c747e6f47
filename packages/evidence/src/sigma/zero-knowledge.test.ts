import { beforeAll, describe, expect, it } from 'vitest'
import { concatenate } from '../bytes.ts'
import { openStatementVerifier } from '../node/statement-verifier.ts'
import { proofBytesOf, verifyCompact } from './compact-proof.ts'
import type { CommitmentGroup } from './group.ts'
import { bitCountOf, type LevelStatement, relationOf } from './level-statements.ts'
import { at, imageOf, scalarCountOf } from './linear-relation.ts'
import { tagOf } from './proof-tag.ts'
import { ristretto255 } from './ristretto255.ts'
import { CONTEXT, type MadeUp, StatementMaker } from './testing/made-up-statements.ts'
import { PlainProver, type PlainSecrets } from './testing/plain-prover.ts'
import type { StatementVerifier } from './verify-statement.ts'

const plain = new PlainProver(ristretto255)
let maker: StatementMaker
let verify: StatementVerifier
beforeAll(async () => {
  maker = await StatementMaker.open()
  verify = await openStatementVerifier()
})

/** Knows the statement and nothing else: points for bits, a challenge and responses are drawn at random. */
function simulate(statement: LevelStatement) {
  const bits = Array.from({ length: bitCountOf(statement) }, () =>
    ristretto255.encodePoint(plain.commit(plain.random(), plain.random())),
  )
  const relation = relationOf(ristretto255, statement, bits)
  const challenge = plain.random()
  const responses = plain.randoms(scalarCountOf(relation))
  const scalars = [challenge, ...responses].map((scalar) => ristretto255.encodeScalar(scalar))
  return { bits, relation, challenge, responses, proof: concatenate(scalars) }
}

describe('a simulator that knows no secret', () => {
  it.each([
    ['a true statement', () => maker.answered({ permitted: 5, s: 4, r: 2, c: 3 })],
    // Without knowing the secrets it cannot tell, so that its transcripts show nothing of them.
    ['an untrue one', () => maker.answered({ permitted: 1, s: 7, r: 7, c: 0 })],
    ['a refused request', () => maker.refused({ permitted: 4, s: 1 })],
    ['a clearance', () => maker.clearance(5)],
  ])('makes a transcript of %s that the verifier accepts where it programs the challenge', (_what, make) => {
    const { statement } = make()
    const { bits, relation, challenge, proof } = simulate(statement)
    const tag = tagOf(ristretto255, statement, CONTEXT)
    let asked = 0
    const programmed = () => {
      asked += 1
      return challenge
    }
    expect(verifyCompact(ristretto255, tag, relation, proof, programmed)).toBe(true)
    expect(asked).toBe(1)
    // It proves nothing: with the challenge that the hash gives, neither verifier accepts it.
    expect(verifyCompact(ristretto255, tag, relation, proof)).toBe(false)
    expect(verify(statement, CONTEXT, concatenate([...bits, proof]))).toBe(false)
    // In form it is a proof.
    const honest = maker.prove(maker.answered({ permitted: 5, s: 4, r: 2, c: 3 }))
    if (statement.kind === 'answered' && statement.permittedLevel === 5) {
      expect(concatenate([...bits, proof]).length).toBe(honest.length)
    }
    expect(proof.length).toBe(proofBytesOf(ristretto255, relation))
  })
})

describe('a proof with its commitments', () => {
  it('has a witness for every secret that the statement allows, so that it fits each as well', () => {
    // Whoever knew the discrete logarithm of H could open each commitment to any number. Nobody does; here one does.
    const trapdoor = plain.random()
    const { generator } = ristretto255
    const secondGenerator = ristretto255.sum([[trapdoor, generator]])
    const group: CommitmentGroup<typeof generator> = { ...ristretto255, secondGenerator }
    const prover = new PlainProver(group)
    const inverse = power(trapdoor, ristretto255.order - 2n, ristretto255.order)

    const shape = { kind: 'answered', permittedLevel: 5 } as const
    const bits = [0n, 0n, 1n, 0n, 1n, 0n, 1n, 0n, 0n]
    const { statement, secrets } = prover.fitting(shape, bits)
    const { relation } = prover.relationOf(statement, secrets)
    const image = imageOf(group, relation).map((point) => group.encodePoint(point))
    const isWitness = (each: PlainSecrets) =>
      prover.map(relation, prover.witnessOf(each)).every((point, index) => {
        const encoded = group.encodePoint(point)
        return Buffer.from(encoded).equals(at(image, index))
      })
    expect(isWitness(secrets)).toBe(true)

    for (let choice = 0; choice < 2 ** bits.length; choice += 37) {
      const others = bits.map((_, bit) => BigInt((choice >> bit) & 1))
      // The same points with other bits: each blinding makes up for the difference.
      const moved = (blinding: bigint, from: bigint, to: bigint) => blinding + (from - to) * inverse
      const ofBits = secrets.ofBits.map((blinding, bit) => moved(blinding, at(bits, bit), at(others, bit)))
      const [numbers, otherNumbers] = [bits, others].map((each) => prover.sumsOf(shape, each))
      const ofCommitments = secrets.ofCommitments.map((blinding, index) =>
        moved(blinding, at(numbers ?? [], index), at(otherNumbers ?? [], index)),
      )
      expect(isWitness({ bits: others, ofBits, ofCommitments })).toBe(true)
    }
    expect(isWitness({ ...secrets, bits: bits.map((bit) => 1n - bit) })).toBe(false)
  })
})

function power(base: bigint, exponent: bigint, modulus: bigint): bigint {
  let result = 1n
  for (let [square, rest] = [base % modulus, exponent]; rest > 0n; rest >>= 1n) {
    if ((rest & 1n) === 1n) result = (result * square) % modulus
    square = (square * square) % modulus
  }
  return result
}

describe('two statements with other secrets', () => {
  const lengthsOf = (value: unknown): unknown =>
    value instanceof Uint8Array
      ? value.length
      : typeof value === 'object' && value !== null
        ? Object.fromEntries(Object.entries(value).map(([name, member]) => [name, lengthsOf(member)]))
        : value
  const shown = (one: MadeUp) => lengthsOf({ statement: one.statement, proof: maker.prove(one) })

  it.each([0, 3, 5, 7])('have the same length and form up to %i, whatever is hidden', (permitted) => {
    const hidden = [
      { s: 0, r: 0, c: 0 },
      { s: permitted, r: 7, c: 7 },
      { s: 0, r: 0, c: 7 },
      { s: permitted, r: 3, c: 4 },
    ]
    const forms = hidden.map((levels) => shown(maker.answered({ permitted, ...levels })))
    for (const form of forms) expect(form).toEqual(forms[0])
    expect(shown(maker.refused({ permitted, s: 0 }))).toEqual(shown(maker.refused({ permitted, s: permitted })))
    expect(shown(maker.clearance(0))).toEqual(shown(maker.clearance(7)))
  })

  it('share no byte string, even where the secrets are the same', () => {
    const all = Array.from({ length: 4 }, () => {
      const one = maker.answered({ permitted: 5, s: 1, r: 1, c: 1 })
      const { masked, shift, clearance } = one.statement
      const proof = maker.prove(one)
      const parts = Array.from({ length: proof.length / 32 }, (_, part) => proof.subarray(32 * part, 32 * part + 32))
      return [masked, shift, clearance.masked, clearance.shift, ...parts].map((part) =>
        Buffer.from(part).toString('hex'),
      )
    }).flat()
    expect(new Set(all).size).toBe(all.length)
  })
})
