import { Worker } from 'node:worker_threads'
import { SluiceError } from '@sluice/contracts'
import type { TestOrder, TestOutcome } from './test-run.ts'

/** The engine takes 60 MB with its policies. */
const MAX_HEAP_MB = 256
/** A thread that has not answered so long after the time limit is ended, in milliseconds. */
const GRACE_MS = 5_000

/** A thread that runs the tests of policies, one order at a time. It starts with the first one. */
export class PolicyTestWorker {
  readonly #graceMs: number
  #worker: Worker | undefined

  constructor(graceMs = GRACE_MS) {
    this.#graceMs = graceMs
  }

  /** Runs one order. Throws `layer_failed` where the thread ends over it, or does not answer in time. */
  async run(order: TestOrder): Promise<TestOutcome> {
    const worker = this.#worker ?? this.#start()
    const answered = Promise.withResolvers<TestOutcome>()
    const fail = (cause: Error) => answered.reject(new SluiceError('layer_failed', { cause }))
    const onExit = () => fail(new Error('The thread that tests policies has ended.'))
    const timer = setTimeout(() => void worker.terminate(), order.timeLimitMs + this.#graceMs)
    worker.on('message', answered.resolve).on('error', fail).on('exit', onExit)
    worker.postMessage(order)
    try {
      return await answered.promise
    } finally {
      clearTimeout(timer)
      worker.off('message', answered.resolve).off('error', fail).off('exit', onExit)
    }
  }

  async close(): Promise<void> {
    await this.#worker?.terminate()
  }

  #start(): Worker {
    const worker = new Worker(threadUrl(import.meta.url), { resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB } })
    const forget = () => {
      if (this.#worker === worker) this.#worker = undefined
    }
    worker.on('error', forget).on('exit', forget)
    worker.unref()
    this.#worker = worker
    return worker
  }
}

/** TypeScript while the sources run, JavaScript once they are built. */
function threadUrl(moduleUrl: string): URL {
  return new URL(`./policy-test-thread.${moduleUrl.endsWith('.ts') ? 'ts' : 'js'}`, moduleUrl)
}
