import { verifyCompact } from './compact-proof.ts'
import { type CommitmentGroup, MalformedProof } from './group.ts'
import { bitCountOf, type LevelStatement, relationOf } from './level-statements.ts'
import { type ProofContext, tagOf } from './proof-tag.ts'
import { ristretto255 } from './ristretto255.ts'

/**
 * Tells whether a proof shows a statement about hidden levels: the commitments to its bits, one after another, and the
 * compact proof. False for a proof of any other form, too: it never throws on a statement or a proof.
 *
 * @throws {RangeError} where the leaf's hash, which the verifier computes by itself, has another length.
 */
export type StatementVerifier = (statement: LevelStatement, context: ProofContext, proof: Uint8Array) => boolean

/** A verifier that computes in the given implementation of ristretto255. */
export function createStatementVerifier<Point>(group: CommitmentGroup<Point>): StatementVerifier {
  const { pointBytes } = group
  return (statement, context, proof) => {
    const tag = tagOf(group, statement, context)
    try {
      const count = bitCountOf(statement)
      const bits = Array.from({ length: count }, (_, bit) => proof.subarray(bit * pointBytes, (bit + 1) * pointBytes))
      const relation = relationOf(group, statement, bits)
      return verifyCompact(group, tag, relation, proof.subarray(count * pointBytes))
    } catch (error) {
      if (error instanceof MalformedProof) return false
      throw error
    }
  }
}

/** The verifier that runs in a browser: no WebAssembly, no dependency of the product. About four times slower. */
export const verifyStatement: StatementVerifier = createStatementVerifier(ristretto255)
