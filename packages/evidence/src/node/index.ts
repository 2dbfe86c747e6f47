export { createNoteSigner, type NoteSigner, SEED_BYTES } from './note-signer.ts'
export { openEvidenceProver } from './prover.ts'
export { openStatementVerifier } from './statement-verifier.ts'
