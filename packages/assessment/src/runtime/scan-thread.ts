import { parentPort } from 'node:worker_threads'
import { monotonicMs } from '../adapters/monotonic-clock.ts'
import { prepareKnowledge } from '../packs/prepare-knowledge.ts'
import type { ScanMessage, ScanRequest } from './messages.ts'
import { runScan, type ScanKit } from './run-scan.ts'

/*
 * The thread of scans, one after the other: it walks, hands files to parsing threads, and links what they found.
 * Between scans it keeps those threads, their grammars and the packs.
 */

const send = (message: ScanMessage): void => parentPort?.postMessage(message)
let kit: ScanKit | undefined

parentPort?.on('message', ({ task, packs }: ScanRequest) => {
  if (packs !== undefined) kit = { packs, knowledge: prepareKnowledge(packs), ...(kit?.pool ? { pool: kit.pool } : {}) }
  if (kit === undefined) return send({ type: 'failed', message: 'No packs were sent.' })
  runScan(task, { kit, send, now: monotonicMs }).catch((error: unknown) => {
    send({ type: 'failed', message: error instanceof Error ? error.message : String(error) })
  })
})
