import { startScriptWorker } from '../../adapters/script-worker.ts'
import type { VerifierAnswer, VerifierOrder } from './messages.ts'
import workerAddress from './verify.worker.ts?worker&url'

type LastWord = Exclude<VerifierAnswer, { readonly kind: 'progress' }>

interface VerifierOptions {
  readonly signal?: AbortSignal
  /** Told how many proofs were looked at so far, every few. */
  readonly onProgress?: (proofs: number) => void
}

/**
 * Verifies in a thread of its own, so that the screen stays quick. What goes wrong in it is an answer, too: `failed`.
 * An aborted signal ends the thread, and rejects.
 */
export function runVerifier(order: VerifierOrder, { signal, onProgress }: VerifierOptions = {}): Promise<LastWord> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const worker = startScriptWorker(workerAddress)
    const end = () => {
      worker.terminate()
      signal?.removeEventListener('abort', abort)
    }
    const abort = () => {
      end()
      reject(signal?.reason)
    }
    signal?.addEventListener('abort', abort)
    worker.onmessage = ({ data }: MessageEvent<VerifierAnswer>) => {
      if (data.kind === 'progress') return onProgress?.(data.proofs)
      end()
      resolve(data)
    }
    worker.onerror = worker.onmessageerror = () => {
      end()
      resolve({ kind: 'failed' })
    }
    worker.postMessage(order)
  })
}
