import { setImmediate } from 'node:timers/promises'
import { parentPort } from 'node:worker_threads'
import { openEvidenceProver } from '@sluice/evidence/node'
import { MASK_BYTES, MASKS_AT_ONCE, type MadeMasks, type OrderedMasks, PART_BYTES } from './mask-messages.ts'

/** What the thread runs: it makes masks, so that the gateway's own event loop does no curve operations. */

const prover = await openEvidenceProver()
let ordered = 0
let isWorking = false

parentPort?.on('message', ({ count }: OrderedMasks) => {
  ordered += count
  void work()
})

async function work(): Promise<void> {
  if (isWorking) return
  isWorking = true
  while (ordered > 0) {
    const masks = makeMasks(Math.min(ordered, MASKS_AT_ONCE))
    ordered -= masks.byteLength / MASK_BYTES
    // Handed over, not copied: nothing of it stays here.
    parentPort?.postMessage({ masks } satisfies MadeMasks, [masks])
    await setImmediate()
  }
  isWorking = false
}

function makeMasks(count: number): ArrayBuffer {
  const made = new Uint8Array(count * MASK_BYTES)
  for (let at = 0; at < made.length; at += MASK_BYTES) {
    const { masked, value, blinding } = prover.createMask()
    made.set(masked, at)
    made.set(value, at + PART_BYTES)
    made.set(blinding, at + 2 * PART_BYTES)
    value.fill(0)
    blinding.fill(0)
  }
  return made.buffer
}
