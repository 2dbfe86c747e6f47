import type { LevelStatement, SecretLevels } from './level-statements.ts'
import type { ProofContext } from './proof-tag.ts'

/**
 * The blinding of one commitment, made before there is anything to commit to. It is taken before it is used, never
 * written down in the clear, and used once: two uses show the difference of two numbers.
 */
export interface Mask {
  /** The encoded point `value * G + blinding * H`, which is published. */
  readonly masked: Uint8Array
  /** Secret: encoded scalars, 32 bytes each. `shiftOf` takes the value, a proof needs the blinding. */
  readonly value: Uint8Array
  readonly blinding: Uint8Array
}

/** The hidden levels of a statement and the blinding of each of its commitments, the request's first. */
export interface StatementSecrets extends SecretLevels {
  readonly blindings: readonly Uint8Array[]
}

/**
 * Proves statements about hidden levels. One engine is there, Sigma proofs over ristretto255; another has masks and
 * proofs of its own, and a verifier of its own for them.
 */
export interface EvidenceProver {
  /** Makes a mask. It takes curve operations, so no request waits for it. */
  createMask(): Mask
  /**
   * Proves a statement. Where the levels are not those that are committed to, the proof does not verify.
   *
   * @returns what the verifier takes.
   * @throws {RangeError} where a level is missing, is none, or breaks what the statement says.
   */
  prove(statement: LevelStatement, context: ProofContext, secrets: StatementSecrets): Uint8Array
}
