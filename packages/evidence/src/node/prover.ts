import { randomBytes } from 'node:crypto'
import sodium from 'libsodium-wrappers-sumo'
import { concatenate } from '../bytes.ts'
import { deriveChallenge } from '../sigma/compact-proof.ts'
import type { EvidenceProver, Mask, StatementSecrets } from '../sigma/evidence-prover.ts'
import { writeLittleEndian } from '../sigma/group.ts'
import {
  type BitGroup,
  bitGroupsOf,
  commitmentCountOf,
  relationOf,
  type SecretLevels,
} from '../sigma/level-statements.ts'
import { at, type LinearRelation, serializeRelation } from '../sigma/linear-relation.ts'
import { tagOf } from '../sigma/proof-tag.ts'
import { openSodiumRistretto255 } from './sodium-ristretto255.ts'

/** Twice the length of a scalar. */
const WIDE_BYTES = 64

/**
 * A scalar of the system's randomness: 512 bits modulo the order, which no one can tell from uniform. libsodium's own
 * function asks the system for each four bytes and took most of the time of a mask.
 *
 * Source: RFC 9496, section 4.4.
 */
function randomScalar(): Uint8Array {
  const wide = randomBytes(WIDE_BYTES)
  const scalar = sodium.crypto_core_ristretto255_scalar_reduce(wide)
  wide.fill(0)
  return scalar
}

/**
 * Opens the prover. Whatever depends on a secret is computed by libsodium, in constant time.
 *
 * Source: draft-irtf-cfrg-sigma-protocols-03, section 5.5, ProveCompact.
 */
export async function openEvidenceProver(): Promise<EvidenceProver> {
  const group = await openSodiumRistretto255()
  const { generator, secondGenerator } = group
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

  function commitmentsTo(relation: LinearRelation<Uint8Array>, nonces: readonly Uint8Array[]): Uint8Array {
    const { elements } = relation
    const points = relation.equations.map(({ map }) => {
      const factors = new Map<number, Uint8Array>()
      for (const { scalar, element, coefficient } of map) {
        const product = multiply(at(nonces, scalar), writeLittleEndian(coefficient, 32))
        const known = factors.get(element)
        factors.set(element, known === undefined ? product : addScalars(known, product))
      }
      return [...factors]
        .map(([element, factor]) =>
          element === 0 ? timesG(factor) : sodium.crypto_scalarmult_ristretto255(factor, at(elements, element)),
        )
        .reduce((sum, point) => add(sum, point))
    })
    return concatenate(points)
  }

  function proveCompact(tag: Uint8Array, relation: LinearRelation<Uint8Array>, witness: readonly Uint8Array[]) {
    const nonces = witness.map(randomScalar)
    const commitments = commitmentsTo(relation, nonces)
    const challenge = deriveChallenge(group, tag, serializeRelation(group, relation), commitments)
    const encoded = group.encodeScalar(challenge)
    const responses = witness.map((scalar, index) => addScalars(at(nonces, index), multiply(scalar, encoded)))
    return concatenate([encoded, ...responses])
  }

  return {
    createMask: (): Mask => {
      const [value, blinding] = [randomScalar(), randomScalar()]
      return { masked: add(timesG(value), timesH(blinding)), value, blinding }
    },

    prove: (statement, context, secrets: StatementSecrets): Uint8Array => {
      if (secrets.blindings.length !== commitmentCountOf(statement)) throw new RangeError('A blinding is missing.')
      const bits = bitGroupsOf(statement).flatMap((group) => bitsOf(group, levelOf(group, secrets)))
      const blindings = bits.map(randomScalar)
      const committed = bits.map((bit, index) => commitToBit(bit, at(blindings, index)))
      const relation = relationOf(group, statement, committed)
      const ofBits = bits.flatMap((bit, index) => {
        const blinding = at(blindings, index)
        const value = writeLittleEndian(BigInt(bit), 32)
        return [value, blinding, subtract(blinding, multiply(value, blinding))]
      })
      const proof = proveCompact(tagOf(group, statement, context), relation, [...ofBits, ...secrets.blindings])
      return concatenate([...committed, proof])
    },
  }
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

/** The bits whose weights sum to a level; it looks at every choice, so that its time does not tell the level. */
function bitsOf({ level: name, weights }: BitGroup, level: number): readonly number[] {
  let [found, chosen] = [0, 0]
  for (let choice = 0; choice < 2 ** weights.length; choice += 1) {
    const sum = weights.reduce((total, weight, index) => total + weight * ((choice >> index) & 1), 0)
    const isEqual = Number(sum === level) & ~found
    found |= isEqual
    chosen |= choice & -isEqual
  }
  if (found === 0) throw new RangeError(`No bits stand for this level: ${name}.`)
  return weights.map((_, index) => (chosen >> index) & 1)
}
