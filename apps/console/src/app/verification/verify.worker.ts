import { EvidenceFault, ExportFault, InvalidEvidence, InvalidNote, verifyStatement } from '@sluice/evidence'
import { findInFiles } from './evidence-findings.ts'
import { UnreadableFile } from './lines-of.ts'
import type { VerifierAnswer, VerifierOrder } from './messages.ts'
import { proveRow } from './prove-row.ts'
import { readRootKeys, type TrustedKeys } from './read-keys.ts'

/** A proof takes some ten milliseconds. */
const PROOFS_PER_WORD = 10

addEventListener('message', ({ data }: MessageEvent<VerifierOrder>) => {
  void answerTo(data).then(say)
})

function say(answer: VerifierAnswer): void {
  postMessage(answer)
}

async function answerTo(order: VerifierOrder): Promise<VerifierAnswer> {
  try {
    const keys = readRootKeys(order.keys)
    return await carryOut(order, keys)
  } catch (error) {
    if (error instanceof InvalidNote) return { kind: 'bad-keys', message: error.message }
    const isFault = [EvidenceFault, ExportFault, InvalidEvidence, UnreadableFile].some((type) => error instanceof type)
    return isFault && error instanceof Error ? { kind: 'fault', message: error.message } : { kind: 'failed' }
  }
}

async function carryOut(order: VerifierOrder, keys: TrustedKeys): Promise<VerifierAnswer> {
  if (order.kind === 'row') return { kind: 'row', proof: await proveRow(order.exported, keys, order.shown) }
  let proofs = 0
  const findings = await findInFiles(order.files, keys, (...proof) => {
    proofs += 1
    if (proofs % PROOFS_PER_WORD === 0) say({ kind: 'progress', proofs })
    return verifyStatement(...proof)
  })
  return { kind: 'files', findings }
}
