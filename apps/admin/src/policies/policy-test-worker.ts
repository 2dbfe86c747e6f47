import { Worker } from 'node:worker_threads'
import { SluiceError } from '@sluice/contracts'
import type { TestOrder, TestOutcome } from './test-run.ts'

/** The engine takes 60 MB with its policies. */
const MAX_HEAP_MB = 256
/** How long a thread may take to start, and how long beyond the time limit of an order, in milliseconds. */
const LIMITS = { startMs: 60_000, graceMs: 5_000 }

/** What the thread says: that it can take orders, and what became of one. */
type FromThread = TestOutcome | { readonly type: 'ready' }

/** A thread that runs the tests of policies, one order at a time. It starts with the first one. */
export class PolicyTestWorker {
  readonly #limits: typeof LIMITS
  #thread: Worker | undefined

  constructor(limits = LIMITS) {
    this.#limits = limits
  }

  /** Runs one order. Throws `layer_failed` where the thread ends over it, or does not answer in time. */
  async run(order: TestOrder): Promise<TestOutcome> {
    try {
      const thread = this.#thread ?? (await this.#start())
      const answer = answerOf(thread, order.timeLimitMs + this.#limits.graceMs)
      thread.postMessage(order)
      const outcome = await answer
      if (outcome.type !== 'ready') return outcome
      throw new Error('The thread that tests policies answers something else.')
    } catch (cause) {
      throw new SluiceError('layer_failed', { cause })
    }
  }

  async close(): Promise<void> {
    await this.#thread?.terminate()
  }

  async #start(): Promise<Worker> {
    const thread = new Worker(threadUrl(import.meta.url), { resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB } })
    thread.unref()
    const forget = () => {
      if (this.#thread === thread) this.#thread = undefined
    }
    thread.on('error', forget).on('exit', forget)
    this.#thread = thread
    await answerOf(thread, this.#limits.startMs)
    return thread
  }
}

/** The next thing that a thread says. A thread that says nothing for so long is ended. */
async function answerOf(thread: Worker, timeoutMs: number): Promise<FromThread> {
  const answered = Promise.withResolvers<FromThread>()
  const onExit = () => answered.reject(new Error('The thread that tests policies has ended.'))
  const timer = setTimeout(() => void thread.terminate(), timeoutMs)
  thread.on('message', answered.resolve).on('error', answered.reject).on('exit', onExit)
  try {
    return await answered.promise
  } finally {
    clearTimeout(timer)
    thread.off('message', answered.resolve).off('error', answered.reject).off('exit', onExit)
  }
}

/** TypeScript while the sources run, JavaScript once they are built. */
function threadUrl(moduleUrl: string): URL {
  return new URL(`./policy-test-thread.${moduleUrl.endsWith('.ts') ? 'ts' : 'js'}`, moduleUrl)
}
