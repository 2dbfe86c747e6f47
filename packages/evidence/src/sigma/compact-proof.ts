import { concatenate } from '../bytes.ts'
import { DuplexSponge, sessionIdOf } from './duplex-sponge.ts'
import { type Group, MalformedProof, readLittleEndian } from './group.ts'
import { at, type LinearRelation, scalarCountOf, serializeRelation, validateRelation } from './linear-relation.ts'

/** A challenge is drawn from so many bytes more than a scalar has: what the reduction favours is below 2^-128. */
const EXTRA_CHALLENGE_BYTES = 16

/**
 * Derives the challenge of a proof from its tag, the whole statement and the prover's commitments.
 *
 * Source: draft-irtf-cfrg-sigma-protocols-03, section 5.2, DeriveChallenge.
 */
export function deriveChallenge<Point>(
  group: Group<Point>,
  tag: Uint8Array,
  relation: Uint8Array,
  commitments: Uint8Array,
): bigint {
  const sponge = new DuplexSponge(sessionIdOf(tag))
  sponge.absorb(relation)
  sponge.absorb(commitments)
  return readLittleEndian(sponge.squeeze(group.scalarBytes + EXTRA_CHALLENGE_BYTES)) % group.order
}

/** The length of a compact proof of a relation, in bytes: the challenge and a response for each secret scalar. */
export function proofBytesOf<Point>(group: Group<Point>, relation: LinearRelation<Point>): number {
  return group.scalarBytes * (1 + scalarCountOf(relation))
}

/**
 * Verifies a compact proof. The tag must hold the flavour `CMPT` and the group's suite, and whatever the proof is bound
 * to; the verifier makes it, never the one who hands the proof over.
 *
 * @param derive gives the challenge; only a test of zero knowledge gives another.
 * @throws {MalformedProof} where relation or proof have a form that no honest prover writes.
 * @returns whether the prover knows a witness of the relation.
 * Source: the same draft, section 5.5, VerifyCompact.
 */
export function verifyCompact<Point>(
  group: Group<Point>,
  tag: Uint8Array,
  relation: LinearRelation<Point>,
  proof: Uint8Array,
  derive: typeof deriveChallenge<Point> = deriveChallenge,
): boolean {
  validateRelation(group, relation)
  if (proof.length !== proofBytesOf(group, relation)) throw new MalformedProof('The proof has another length.')
  const [challenge = 0n, ...responses] = readScalars(group, proof)
  const commitments = commitmentsOf(group, relation, challenge, responses)
  // An identity has no encoding, and so no commitment is one.
  const encoded = concatenate(commitments.map((point) => group.encodePoint(point)))
  return derive(group, tag, serializeRelation(group, relation), encoded) === challenge
}

function readScalars<Point>(group: Group<Point>, proof: Uint8Array): readonly bigint[] {
  const { scalarBytes } = group
  return Array.from({ length: proof.length / scalarBytes }, (_, index) =>
    group.decodeScalar(proof.subarray(index * scalarBytes, (index + 1) * scalarBytes)),
  )
}

/**
 * Solves each equation of the verifier for the prover's commitment: the map of the responses less the image times the
 * challenge. What is multiplied with the same element is added up first.
 */
function commitmentsOf<Point>(
  group: Group<Point>,
  { elements, equations }: LinearRelation<Point>,
  challenge: bigint,
  responses: readonly bigint[],
): readonly Point[] {
  const { order } = group
  const negated = order - challenge
  return equations.map(({ image, map }) => {
    const factors = new Map<number, bigint>()
    const add = (element: number, factor: bigint) =>
      factors.set(element, ((factors.get(element) ?? 0n) + factor) % order)
    for (const { scalar, element, coefficient } of map) add(element, coefficient * at(responses, scalar))
    for (const { element, coefficient } of image) add(element, coefficient * negated)
    return group.sum([...factors].map(([element, factor]) => [factor, at(elements, element)]))
  })
}
