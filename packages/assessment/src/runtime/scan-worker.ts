import { Worker } from 'node:worker_threads'
import { monotonicMs } from '../adapters/monotonic-clock.ts'
import { type Detection, ScanError, type ScanOutcome, type ScanProgress } from '../model/detection.ts'
import type { ScanPack } from '../packs/prepare-knowledge.ts'
import { atMost, SCAN_HEAP } from './heap.ts'
import type { ScanMessage, ScanRequest, ScanTask } from './messages.ts'
import { threadUrl } from './thread-url.ts'

const MAX_END_MS = 5_000

interface Watch {
  readonly signal?: AbortSignal
  readonly onProgress?: (progress: ScanProgress) => void
}

/** The thread of scans as its caller sees it; it does one at a time. */
class ScanWorker {
  readonly #worker: Worker
  /** Those that the thread has. */
  #packs: readonly ScanPack[] | undefined
  #hasEnded = false

  constructor() {
    const url = threadUrl('scan-thread', import.meta.url)
    this.#worker = new Worker(url, { resourceLimits: SCAN_HEAP.limits })
    // An error between two scans has nobody else to go to; the next scan finds the thread gone.
    this.#worker.on('error', () => undefined)
    this.#worker.once('exit', () => {
      this.#hasEnded = true
    })
  }

  /** Does a scan. Rejects with a `ScanError`; the thread is to be ended then. */
  async scan(task: ScanTask, packs: readonly ScanPack[], { signal, onProgress }: Watch): Promise<ScanOutcome> {
    const startedAt = monotonicMs()
    const detections: Detection[] = []
    const worker = this.#worker
    const { promise, resolve, reject } = Promise.withResolvers<ScanOutcome>()
    const abort = (): void => reject(new ScanError('aborted', 'The scan was aborted.', { cause: signal?.reason }))
    const onError = (cause: unknown): void => reject(new ScanError('refused', 'The scan could not go on.', { cause }))
    const onExit = (): void => reject(new ScanError('refused', 'The scan ended too early.'))
    const onMessage = (message: ScanMessage): void => {
      if (message.type === 'progress') onProgress?.(message.progress)
      else if (message.type === 'detections') detections.push(...message.detections)
      else if (message.type === 'failed') reject(new ScanError('refused', message.message))
      else {
        const statistics = { ...message.statistics, durationMs: monotonicMs() - startedAt }
        resolve({ root: task.root, status: message.status, detections, statistics })
      }
    }
    signal?.addEventListener('abort', abort, { once: true })
    worker.on('error', onError).on('exit', onExit).on('message', onMessage)
    try {
      worker.ref()
      worker.postMessage({ task, ...(packs === this.#packs ? {} : { packs }) } satisfies ScanRequest)
      this.#packs = packs
      return await promise
    } finally {
      signal?.removeEventListener('abort', abort)
      worker.off('error', onError).off('exit', onExit).off('message', onMessage)
    }
  }

  get hasEnded(): boolean {
    return this.#hasEnded
  }

  /** Lets the process end while the thread waits for the next scan. */
  rest(): void {
    this.#worker.unref()
  }

  async end(): Promise<void> {
    await atMost(this.#worker.terminate(), MAX_END_MS)
    this.#worker.unref()
  }
}

/** A thread that nobody uses for so long gives its memory back, in milliseconds. */
const MAX_REST_MS = 60_000

/** Keeps one thread between scans, with its parsing threads, grammars and packs. */
export class RestingWorker {
  #worker: ScanWorker | undefined
  #timer: NodeJS.Timeout | undefined

  /** The thread that rests, or a new one. */
  take(): ScanWorker {
    const worker = this.#worker
    this.#worker = undefined
    clearTimeout(this.#timer)
    return worker === undefined || worker.hasEnded ? new ScanWorker() : worker
  }

  /** Takes a thread back after a scan that went well; one beside it is ended. */
  async keep(worker: ScanWorker): Promise<void> {
    if (this.#worker !== undefined) return await worker.end()
    this.#worker = worker
    worker.rest()
    this.#timer = setTimeout(() => void this.#end(worker), MAX_REST_MS).unref()
  }

  async #end(worker: ScanWorker): Promise<void> {
    if (this.#worker !== worker) return
    this.#worker = undefined
    await worker.end()
  }
}
