import { setImmediate } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { CodenameBlock } from '@sluice/db'
import type { FromIndexThread, IndexThreadData, ToIndexThread } from './index-messages.ts'

/** The memory that the values of the thread may take, in MiB: about 1 KB for each term of all tenants. */
const MAX_HEAP_MB = 2_048
/** So many blocks go to the thread at once, about 2 ms of the event loop. */
const BLOCKS_AT_ONCE = 8

/** The thread that compiles codenames, as the gateway sees it. It does one thing at a time. */
export class IndexWorker {
  readonly #worker: Worker
  #answered: PromiseWithResolvers<SharedArrayBuffer> = Promise.withResolvers()
  #lost: Error | undefined

  constructor(data: IndexThreadData) {
    this.#worker = new Worker(threadUrl(import.meta.url), {
      workerData: data,
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
    })
    this.#worker.on('message', (message: FromIndexThread) => {
      if (message.type === 'compiled') return this.#answered.resolve(message.index)
      const error = new Error('The codenames of a tenant cannot be compiled.')
      error.stack = `${error.message}\n${message.stack}`
      this.#answered.reject(error)
    })
    this.#worker.on('error', (error) => this.#lose(error))
    this.#worker.on('exit', () => this.#lose(new Error('The thread of codenames has ended.')))
    this.#worker.unref()
  }

  /** Whether the thread is gone, with all terms that it had. */
  get isLost(): boolean {
    return this.#lost !== undefined
  }

  /** Compiles what a tenant has, with these blocks changed. Throws where that fails, or the thread is lost. */
  async compile(tenant: string, changed: readonly CodenameBlock[]): Promise<SharedArrayBuffer> {
    for (const [index, block] of changed.entries()) {
      if (index % BLOCKS_AT_ONCE === 0) await setImmediate()
      this.#post({ type: 'block', tenant, block })
    }
    this.#answered = Promise.withResolvers()
    if (this.#lost === undefined) this.#post({ type: 'compile', tenant })
    else this.#answered.reject(this.#lost)
    return await this.#answered.promise
  }

  async end(): Promise<void> {
    await this.#worker.terminate()
  }

  #post(message: ToIndexThread): void {
    this.#worker.postMessage(message)
  }

  #lose(cause: Error): void {
    this.#lost ??= cause
    // Nobody may be waiting when the thread ends.
    this.#answered.promise.catch(() => undefined)
    this.#answered.reject(this.#lost)
  }
}

/** TypeScript while the sources run, JavaScript once they are built. */
function threadUrl(moduleUrl: string): URL {
  return new URL(`./index-thread.${moduleUrl.endsWith('.ts') ? 'ts' : 'js'}`, moduleUrl)
}
