import sodium from 'libsodium-wrappers-sumo'
import { concatenate } from '../bytes.ts'
import { deriveChallenge } from './compact-proof.ts'
import { readLittleEndian, writeLittleEndian } from './group.ts'
import { type BitGroup, bitGroupsOf, type LevelStatement, relationOf, type SecretLevels } from './level-statements.ts'
import { at, type LinearRelation, serializeRelation } from './linear-relation.ts'
import { type ProofContext, tagOf } from './proof-tag.ts'
import { type RistrettoPoint, ristretto255, SECOND_GENERATOR } from './ristretto255.ts'

/** The blinding of a commitment that was taken from the pool. It must be used once: two uses show a difference. */
interface Mask {
  /** The encoded point `value * G + blinding * H`. */
  readonly masked: Uint8Array
  /** Secret: encoded scalars. */
  readonly value: Uint8Array
  readonly blinding: Uint8Array
}

/** A hidden level and the blinding of its commitment. */
export interface Secrets extends SecretLevels {
  /** The blinding of each commitment of the statement, in their order. */
  readonly blindings: readonly Uint8Array[]
}

export type EvidenceProver = Awaited<ReturnType<typeof openEvidenceProver>>

/**
 * Opens the prover. Whatever depends on a secret is computed by libsodium, in constant time.
 *
 * Source: draft-irtf-cfrg-sigma-protocols-03, section 5.5, ProveCompact.
 */
export async function openEvidenceProver() {
  await sodium.ready
  const secondGenerator = SECOND_GENERATOR.toBytes()
  const generator = ristretto255.generator.toBytes()
  const randomScalar = () => sodium.crypto_core_ristretto255_scalar_random()
  const timesG = (scalar: Uint8Array) => sodium.crypto_scalarmult_ristretto255_base(scalar)
  const timesH = (scalar: Uint8Array) => sodium.crypto_scalarmult_ristretto255(scalar, secondGenerator)
  const { crypto_core_ristretto255_add: add, crypto_core_ristretto255_scalar_add: addScalars } = sodium
  const { crypto_core_ristretto255_scalar_mul: multiply, crypto_core_ristretto255_scalar_sub: subtract } = sodium

  /** `bit * G + blinding * H`; both points are made, and one of them is taken without a branch. */
  function commitToBit(bit: number, blinding: Uint8Array): Uint8Array {
    const zero = timesH(blinding)
    const one = add(zero, generator)
    return zero.map((byte, index) => byte ^ (-bit & (byte ^ (one[index] ?? 0))))
  }

  function commitmentsTo(relation: LinearRelation<RistrettoPoint>, nonces: readonly Uint8Array[]): Uint8Array {
    const encoded = relation.elements.map((element) => element.toBytes())
    const points = relation.equations.map(({ map }) => {
      const factors = new Map<number, Uint8Array>()
      for (const { scalar, element, coefficient } of map) {
        const product = multiply(at(nonces, scalar), writeLittleEndian(coefficient, 32))
        const known = factors.get(element)
        factors.set(element, known === undefined ? product : addScalars(known, product))
      }
      return [...factors]
        .map(([element, factor]) =>
          element === 0 ? timesG(factor) : sodium.crypto_scalarmult_ristretto255(factor, at(encoded, element)),
        )
        .reduce((sum, point) => add(sum, point))
    })
    return concatenate(points)
  }

  function proveCompact(tag: Uint8Array, relation: LinearRelation<RistrettoPoint>, witness: readonly Uint8Array[]) {
    const nonces = witness.map(randomScalar)
    const commitments = commitmentsTo(relation, nonces)
    const challenge = deriveChallenge(ristretto255, tag, serializeRelation(ristretto255, relation), commitments)
    const encoded = ristretto255.encodeScalar(challenge)
    const responses = witness.map((scalar, index) => addScalars(at(nonces, index), multiply(scalar, encoded)))
    return concatenate([encoded, ...responses])
  }

  return {
    /** Makes the blinding of a commitment to come; about half a millisecond. */
    createMask(): Mask {
      const [value, blinding] = [randomScalar(), randomScalar()]
      return { masked: add(timesG(value), timesH(blinding)), value, blinding }
    },

    /** Commits to a small number, 0 to 255. */
    commit(value: number): { readonly commitment: Uint8Array; readonly blinding: Uint8Array } {
      const { masked, value: masking, blinding } = this.createMask()
      const shift = subtract(writeLittleEndian(BigInt(value), 32), masking)
      return { commitment: add(masked, timesG(shift)), blinding }
    },

    /**
     * Proves a statement. A false one gives a proof that does not verify.
     *
     * @returns what `verifyStatement` takes.
     * @throws {RangeError} for a level that the statement has no bits for.
     */
    prove(statement: LevelStatement, context: ProofContext, secrets: Secrets): Uint8Array {
      const bits = bitGroupsOf(statement).flatMap((group) => bitsOf(group, levelOf(group, secrets)))
      const blindings = bits.map(randomScalar)
      const committed = bits.map((bit, index) => commitToBit(bit, at(blindings, index)))
      const relation = relationOf(statement, committed)
      const ofBits = bits.flatMap((bit, index) => {
        const blinding = at(blindings, index)
        const value = writeLittleEndian(BigInt(bit), 32)
        return [value, blinding, subtract(blinding, multiply(value, blinding))]
      })
      const proof = proveCompact(tagOf(statement, context), relation, [...ofBits, ...secrets.blindings])
      return concatenate([...committed, proof])
    },
  }
}

/**
 * The shift that makes a mask commit to a small number: the number less the mask's value, modulo the order. No curve
 * operation, so a request can afford it.
 */
export function shiftOf({ value }: Pick<Mask, 'value'>, committed: number): Uint8Array {
  const { order } = ristretto255
  return writeLittleEndian((BigInt(committed) + order - readLittleEndian(value)) % order, 32)
}

function levelOf({ level }: BitGroup, { sensitivity, restored, clearance }: SecretLevels): number {
  const levels = {
    ...{ sensitivity, restored, clearance },
    headroom: clearance === undefined || restored === undefined ? undefined : clearance - restored,
  }
  const value = levels[level]
  if (value === undefined) throw new RangeError(`The statement is about a level that is not given: ${level}.`)
  return value
}

/** The bits whose weights sum to a level. */
function bitsOf({ level: name, weights }: BitGroup, level: number): readonly number[] {
  for (let choice = 0; choice < 2 ** weights.length; choice += 1) {
    const bits = weights.map((_, index) => (choice >> index) & 1)
    if (weights.reduce((sum, weight, index) => sum + weight * at(bits, index), 0) === level) return bits
  }
  throw new RangeError(`No bits stand for this level: ${name}.`)
}
