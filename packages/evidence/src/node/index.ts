export { createNoteSigner, type NoteSigner, SEED_BYTES } from './note-signer.ts'
export { openEvidenceProver } from './prover.ts'
export { NODE_HASHES } from './salted-hashes.ts'
export { openStatementVerifier } from './statement-verifier.ts'
