import { parentPort } from 'node:worker_threads'
import { openEvidenceProver, openStatementVerifier } from '@sluice/evidence/node'
import type { FromProofThread, ToProofThread } from './proof-messages.ts'

// Makes proofs, one after another, and hands over none that does not verify.
const [prover, verify] = await Promise.all([openEvidenceProver(), openStatementVerifier()])

parentPort?.on('message', ({ id, plan }: ToProofThread) => {
  parentPort?.postMessage(answer(id, plan))
})

function answer(id: number, { statement, context, secrets }: ToProofThread['plan']): FromProofThread {
  try {
    const proof = prover.prove(statement, context, secrets)
    return verify(statement, context, proof) ? { id, proof } : { id }
  } catch {
    return { id }
  }
}
