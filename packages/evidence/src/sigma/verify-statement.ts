import { proofBytesOf, verifyCompact } from './compact-proof.ts'
import { MalformedProof } from './group.ts'
import { bitCountOf, type LevelStatement, relationOf } from './level-statements.ts'
import { type ProofContext, tagOf } from './proof-tag.ts'
import { ristretto255 } from './ristretto255.ts'

/**
 * Tells whether a proof shows a statement about hidden levels: the commitments to its bits, one after another, and the
 * compact proof. It runs in a browser: no WebAssembly, no dependency of the product.
 *
 * False for a proof of any other form, too. Never throws on what was handed over.
 */
export function verifyStatement(statement: LevelStatement, context: ProofContext, proof: Uint8Array): boolean {
  const { pointBytes } = ristretto255
  try {
    const bitCount = bitCountOf(statement)
    const bits = Array.from({ length: bitCount }, (_, bit) => proof.subarray(bit * pointBytes, (bit + 1) * pointBytes))
    const relation = relationOf(statement, bits)
    const rest = proof.subarray(bitCount * pointBytes)
    if (rest.length !== proofBytesOf(ristretto255, relation)) return false
    return verifyCompact(ristretto255, tagOf(statement, context), relation, rest)
  } catch (error) {
    if (error instanceof MalformedProof) return false
    throw error
  }
}
