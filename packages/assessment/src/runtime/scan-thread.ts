import { parentPort, workerData } from 'node:worker_threads'
import { monotonicMs } from '../adapters/monotonic-clock.ts'
import type { ScanMessage, ScanTask } from './messages.ts'
import { runScan } from './run-scan.ts'

/* The thread of one scan: it walks, hands files to parsing threads, and links what they found. */

const task: ScanTask = workerData
const send = (message: ScanMessage): void => parentPort?.postMessage(message)

await runScan(task, { send, now: monotonicMs }).catch((error: unknown) => {
  send({ type: 'failed', message: error instanceof Error ? error.message : String(error) })
})
